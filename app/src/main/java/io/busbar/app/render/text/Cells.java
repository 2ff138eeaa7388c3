package io.busbar.app.render.text;

import java.util.ArrayList;
import java.util.List;

/** Texts measured in columns of a terminal. */
final class Cells {
  private Cells() {}

  /** Columns that a text takes; marks of {@link Ink} and combining characters take none. */
  static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      width += c < 0x300 ? 1 : wide(c);
      i += Character.charCount(c);
    }
    return width;
  }

  /** Columns of a character: none for combining and format ones, two for East Asian and emoji. */
  private static int wide(int c) {
    if (Ink.isMark(c)) {
      return 0;
    }
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    boolean two =
        (c >= 0x1100 && c <= 0x115f)
            || (c >= 0x2e80 && c <= 0xa4cf)
            || (c >= 0xac00 && c <= 0xd7a3)
            || (c >= 0xf900 && c <= 0xfaff)
            || (c >= 0xfe30 && c <= 0xfe6f)
            || (c >= 0xff00 && c <= 0xff60)
            || (c >= 0xffe0 && c <= 0xffe6)
            || (c >= 0x1f300 && c <= 0x1faff)
            || (c >= 0x20000 && c <= 0x3fffd);
    return two ? 2 : 1;
  }

  static String padRight(String text, int width) {
    return text + " ".repeat(Math.max(0, width - width(text)));
  }

  static String padLeft(String text, int width) {
    return " ".repeat(Math.max(0, width - width(text))) + text;
  }

  /** Columns of the longest text. */
  static int widest(Iterable<String> texts) {
    int widest = 0;
    for (String text : texts) {
      widest = Math.max(widest, width(text));
    }
    return widest;
  }

  /** Columns of the longest word. */
  static int longestWord(String text) {
    return widest(List.of(text.split(" ", -1)));
  }

  /** Lines of at most {@code width} columns, broken at blanks; longer words are cut, not lost. */
  static List<String> wrap(String text, int width) {
    int room = Math.max(1, width);
    if (width(text) <= room) {
      return List.of(text.stripTrailing());
    }
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int used = 0;
    for (String word : text.split(" +")) {
      String rest = word;
      int wordWidth = width(rest);
      if (used > 0 && used + 1 + wordWidth > room) {
        lines.add(line.toString());
        line.setLength(0);
        used = 0;
      }
      while (wordWidth > room) {
        int cut = prefix(rest, room);
        lines.add(rest.substring(0, cut));
        rest = rest.substring(cut);
        wordWidth = width(rest);
      }
      line.append(used > 0 ? " " : "").append(rest);
      used += (used > 0 ? 1 : 0) + wordWidth;
    }
    if (!line.isEmpty() || lines.isEmpty()) {
      lines.add(line.toString());
    }
    return lines;
  }

  /**
   * Length of the longest start that takes at most {@code width} columns; at least one character.
   */
  private static int prefix(String text, int width) {
    int used = 0;
    int i = 0;
    while (i < text.length()) {
      int c = text.codePointAt(i);
      used += c < 0x300 ? 1 : wide(c);
      if (used > width && i > 0) {
        // Addresses and paths are easier to read when cut behind a slash.
        int slash = text.lastIndexOf('/', i - 1);
        return slash > i / 2 ? slash + 1 : i;
      }
      i += Character.charCount(c);
    }
    return i;
  }
}
