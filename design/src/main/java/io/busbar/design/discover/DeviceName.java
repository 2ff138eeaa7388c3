package io.busbar.design.discover;

import java.util.Locale;

/**
 * What an adapter's description says: {@code node001 mlx5_3} is device 3 of host node001. Without a
 * device the description is the host.
 *
 * @param device its number; −1 when not told
 */
record DeviceName(String host, int device) {
  static final int UNTOLD = -1;

  /** Reduction in the network (SHARP) shows as an adapter of the switch itself. */
  private static final String IN_SWITCH = "aggregation node";

  static DeviceName of(String description) {
    String[] words = description.strip().split("\\s+", -1);
    String last = words[words.length - 1];
    int digits = last.length();
    while (digits > 0 && last.length() - digits < 4 && Character.isDigit(last.charAt(digits - 1))) {
      digits--;
    }
    if (words.length < 2 || digits == last.length()) {
      return new DeviceName(words[0], UNTOLD);
    }
    return new DeviceName(words[0], Integer.parseInt(last.substring(digits)));
  }

  /** Whether it is no host's adapter but a part of a switch. */
  static boolean inSwitch(String description) {
    return description.toLowerCase(Locale.ROOT).contains(IN_SWITCH);
  }
}
