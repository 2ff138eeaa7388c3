package io.busbar.app.render.text;

/**
 * What the place that text goes to can show.
 *
 * @param width columns of a line
 * @param colour whether ANSI colours are understood
 * @param unicode whether more than ASCII can be shown
 */
public record TextStyle(int width, boolean colour, boolean unicode) {
  /** Columns that every answer fits in. */
  public static final int COLUMNS = 100;

  /** Fewest columns in which tables can be read. */
  public static final int NARROWEST = 60;

  /** Most columns that are believed. */
  public static final int WIDEST = 400;

  /** For a file: Unicode, no colours. */
  public static final TextStyle FILE = new TextStyle(COLUMNS, false, true);

  /** The same with lines of another length. */
  public TextStyle withWidth(int columns) {
    return new TextStyle(columns, colour, unicode);
  }

  /** One of two spellings, by what can be shown. */
  String pick(String unicodeText, String asciiText) {
    return unicode ? unicodeText : asciiText;
  }

  /** A text from outside as it can be shown here: one line, no controls, ASCII where needed. */
  public String plain(String text) {
    return Ascii.isPlain(text) ? text : Ascii.clean(text, unicode);
  }
}
