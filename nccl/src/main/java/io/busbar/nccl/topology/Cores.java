package io.busbar.nccl.topology;

import java.util.ArrayList;
import java.util.List;

/** Masks of cores as the kernel writes them, as lists that people read. Stateless. */
final class Cores {
  private static final int GROUP_DIGITS = 8;
  private static final int BITS_PER_DIGIT = 4;

  private Cores() {}

  /**
   * @param mask hexadecimal in groups of 32 bits, the highest first
   * @return {@code 0-31,64-95}; empty when it is no mask
   */
  static String ofMask(String mask) {
    List<String> ranges = new ArrayList<>();
    int start = -1;
    String digits = digits(mask);
    int bits = digits.length() * BITS_PER_DIGIT;
    for (int core = 0; core <= bits; core++) {
      boolean set = core < bits && isSet(digits, core);
      if (set && start < 0) {
        start = core;
      } else if (!set && start >= 0) {
        ranges.add(start == core - 1 ? "" + start : start + "-" + (core - 1));
        start = -1;
      }
    }
    return String.join(",", ranges);
  }

  /** All digits in one row; a group may leave out its leading zeros. */
  private static String digits(String mask) {
    StringBuilder digits = new StringBuilder();
    for (String group : mask.split(",", -1)) {
      String plain = group.strip();
      if (!plain.matches("[0-9a-fA-F]{1," + GROUP_DIGITS + "}")) {
        return "";
      }
      digits.append("0".repeat(GROUP_DIGITS - plain.length())).append(plain);
    }
    return digits.toString();
  }

  private static boolean isSet(String digits, int core) {
    char digit = digits.charAt(digits.length() - 1 - core / BITS_PER_DIGIT);
    return (Character.digit(digit, 16) >> (core % BITS_PER_DIGIT) & 1) == 1;
  }
}
