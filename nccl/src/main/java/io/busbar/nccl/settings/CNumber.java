package io.busbar.nccl.settings;

import java.util.OptionalLong;

/**
 * A number as NCCL reads it from a variable: C's {@code strtoll} with base 0. Leading {@code 0x} is
 * hexadecimal, a leading zero octal, and whatever follows the digits is ignored: {@code 4MB} is 4,
 * {@code true} is 0.
 */
final class CNumber {
  private static final long LIMIT = Long.MAX_VALUE / 16;

  private CNumber() {}

  /** Empty for an empty text (as if unset) and for a number that does not fit. */
  static OptionalLong read(String text) {
    String s = text.stripLeading();
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    boolean negative = s.startsWith("-");
    int i = negative || s.startsWith("+") ? 1 : 0;
    int base = 10;
    if (s.startsWith("0x", i) || s.startsWith("0X", i)) {
      base = 16;
      i += 2;
    } else if (s.startsWith("0", i)) {
      base = 8;
    }
    long value = 0;
    for (; i < s.length(); i++) {
      int digit = s.charAt(i) < 128 ? Character.digit(s.charAt(i), base) : -1;
      if (digit < 0) {
        break;
      }
      if (value > LIMIT) {
        return OptionalLong.empty();
      }
      value = value * base + digit;
    }
    return OptionalLong.of(negative ? -value : value);
  }
}
