package io.busbar.design.place;

import java.util.Comparator;

/** Names as schedulers sort them: {@code node2} before {@code node10}. */
final class NaturalOrder {
  private static final int MOST_DIGITS = 9;

  /** By what stands before the number at the end, then by that number, then by the whole name. */
  static final Comparator<String> NAMES =
      Comparator.comparing(NaturalOrder::prefix)
          .thenComparingInt(NaturalOrder::number)
          .thenComparing(Comparator.naturalOrder());

  private NaturalOrder() {}

  /** The name without the number at its end. */
  static String prefix(String name) {
    int end = name.length();
    while (end > 0
        && name.length() - end < MOST_DIGITS
        && name.charAt(end - 1) >= '0'
        && name.charAt(end - 1) <= '9') {
      end--;
    }
    return name.substring(0, end);
  }

  /** The number at the end of a name; −1 without one. */
  static int number(String name) {
    String digits = name.substring(prefix(name).length());
    return digits.isEmpty() ? -1 : Integer.parseInt(digits);
  }
}
