package io.busbar.app.render.text;

/**
 * The lines of a text in the making. Whatever the callers forgot to make plain is made so here:
 * nothing else than colours of ours reaches a terminal. One use, not thread-safe.
 */
final class Paper {
  private final TextStyle style;
  private final StringBuilder out = new StringBuilder();

  Paper(TextStyle style) {
    this.style = style;
  }

  TextStyle style() {
    return style;
  }

  int width() {
    return style.width();
  }

  String plain(String text) {
    return style.plain(text);
  }

  void blank() {
    out.append('\n');
  }

  void line(String text) {
    String line = text.stripTrailing();
    for (int i = 0; i < line.length(); ) {
      int c = line.codePointAt(i);
      if (Ink.isMark(c)) {
        out.append(style.colour() ? Ink.ansi((char) c) : "");
      } else if (Ascii.isUnsafe(c) || (c > '~' && !style.unicode())) {
        out.append('?');
      } else {
        out.appendCodePoint(c);
      }
      i += Character.charCount(c);
    }
    out.append('\n');
  }

  /** A heading over a block. */
  void heading(String title) {
    if (!title.isEmpty()) {
      for (String line : Cells.wrap(plain(title), width())) {
        line(Ink.BOLD.on(line));
      }
    }
  }

  /** A wrapped text; lines after the first begin with {@code next}. */
  void wrapped(String first, String next, String text) {
    String prefix = first;
    int widest = Math.max(Cells.width(first), Cells.width(next));
    for (String line : Cells.wrap(text, width() - widest)) {
      line(prefix + line);
      prefix = next;
    }
  }

  /** A wrapped text in one ink. */
  void wrapped(String indent, Ink ink, String text) {
    for (String line : Cells.wrap(text, width() - Cells.width(indent))) {
      line(indent + ink.on(line));
    }
  }

  String rule(int columns) {
    return Ink.DIM.on(style.pick("─", "-").repeat(Math.max(0, columns)));
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
