package io.busbar.formats.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A column of a table of nccl-tests, in any of its versions. */
enum Column {
  SIZE,
  COUNT,
  TYPE,
  REDOP,
  ROOT,
  TIME,
  ALGBW,
  BUSBW,
  /** How many results were wrong. */
  WRONG,
  /** The largest error, before version 2.13. */
  ERROR,
  /** Anything else that stands in one word. */
  OTHER;

  private static final int MAX_COLUMNS = 48;

  /** Whether a row may be broken off before this column: the tool flushes its output there. */
  boolean startsHalf() {
    return this == TIME;
  }

  private static Column of(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "size" -> SIZE;
      case "count" -> COUNT;
      case "type" -> TYPE;
      case "redop" -> REDOP;
      case "root" -> ROOT;
      case "time", "cputime" -> TIME;
      case "algbw" -> ALGBW;
      case "busbw" -> BUSBW;
      case "#wrong", "wrong" -> WRONG;
      case "error" -> ERROR;
      default -> OTHER;
    };
  }

  /**
   * The columns of a header line; empty when it is none.
   *
   * @param text after the leading {@code #}
   */
  static List<Column> header(String text) {
    String[] words = text.strip().split("\\s+", MAX_COLUMNS);
    List<Column> columns = new ArrayList<>();
    for (String word : words) {
      columns.add(of(word));
    }
    boolean table =
        columns.size() >= 6
            && columns.get(0) == SIZE
            && columns.get(1) == COUNT
            && columns.contains(TIME);
    return table ? List.copyOf(columns) : List.of();
  }

  /**
   * The columns of a row whose header is missing: with an operation when a word follows the type;
   * with a root when the rest is one more than whole halves of four numbers.
   *
   * @param redop whether a word follows the type
   * @param numbers how many numbers follow
   */
  static List<Column> guessed(boolean redop, int numbers) {
    List<Column> columns = new ArrayList<>(List.of(SIZE, COUNT, TYPE));
    if (redop) {
      columns.add(REDOP);
    }
    if (numbers % 4 == 1) {
      columns.add(ROOT);
    }
    for (int half = 0; half < 2; half++) {
      columns.addAll(List.of(TIME, ALGBW, BUSBW, WRONG));
    }
    return columns;
  }
}
