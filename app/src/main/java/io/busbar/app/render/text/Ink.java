package io.busbar.app.render.text;

import java.util.List;

/**
 * Emphasis. While text is laid out it is a mark of the private use area, which takes no column;
 * {@link Paper} turns marks into colours or drops them.
 */
enum Ink {
  BOLD("1"),
  DIM("2"),
  RED("1;31"),
  YELLOW("1;33"),
  CYAN("36"),
  BLUE("34"),
  GREEN("32"),
  MAGENTA("35"),
  ORANGE("38;5;208"),
  VIOLET("38;5;99"),
  TEAL("38;5;37"),
  GREY("38;5;245"),
  GOLD("33"),
  PINK("38;5;211");

  /** For parts of a whole, in this order. */
  static final List<Ink> PARTS = List.of(BLUE, ORANGE, GREEN, MAGENTA, TEAL, GOLD, VIOLET, PINK);

  private static final char FIRST = '\ue000';
  private static final char END = '\ue0ff';
  private static final Ink[] ALL = values();
  private final String code;

  Ink(String code) {
    this.code = code;
  }

  String on(String text) {
    return text.isEmpty() ? text : (char) (FIRST + ordinal()) + text + END;
  }

  static boolean isMark(int c) {
    return c >= FIRST && c <= END;
  }

  /** The ANSI sequence of a mark. */
  static String ansi(char mark) {
    int index = mark - FIRST;
    return index < ALL.length ? "\u001b[" + ALL[index].code + "m" : "\u001b[0m";
  }
}
