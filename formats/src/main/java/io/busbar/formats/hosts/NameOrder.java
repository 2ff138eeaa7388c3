package io.busbar.formats.hosts;

import java.util.Comparator;

/**
 * Names as people and schedulers sort them: numbers in them by value, so that {@code node2} stands
 * before {@code node10}; names that differ in leading zeros only as texts.
 */
public final class NameOrder implements Comparator<String> {
  /** The order. */
  public static final Comparator<String> NAMES =
      new NameOrder().thenComparing(Comparator.naturalOrder());

  private NameOrder() {}

  @Override
  public int compare(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      int endA = digits(a, i);
      int endB = digits(b, j);
      int order =
          endA > i && endB > j
              ? numbers(a.substring(i, endA), b.substring(j, endB))
              : Character.compare(a.charAt(i), b.charAt(j));
      if (order != 0) {
        return order;
      }
      boolean both = endA > i && endB > j;
      i = both ? endA : i + 1;
      j = both ? endB : j + 1;
    }
    return Integer.compare(a.length() - i, b.length() - j);
  }

  private static int digits(String text, int from) {
    int end = from;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private static int numbers(String a, String b) {
    String plainA = plain(a);
    String plainB = plain(b);
    int longer = Integer.compare(plainA.length(), plainB.length());
    return longer != 0 ? longer : plainA.compareTo(plainB);
  }

  private static String plain(String digits) {
    int zeros = 0;
    while (zeros < digits.length() - 1 && digits.charAt(zeros) == '0') {
      zeros++;
    }
    return digits.substring(zeros);
  }
}
