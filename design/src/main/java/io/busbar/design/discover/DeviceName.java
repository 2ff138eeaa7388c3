package io.busbar.design.discover;

import java.util.Locale;

/**
 * What an adapter's description says: {@code node001 mlx5_3} is device mlx5_3 of host node001. A
 * single word is the host; several words without a number at the end are a product, and then the
 * adapter is a host of its own.
 *
 * @param device its name; empty when not told
 */
record DeviceName(String host, String device) {

  /** Reduction in the network (SHARP) shows as an adapter of the switch itself. */
  private static final String IN_SWITCH = "aggregation node";

  /**
   * @param label of the adapter when its description names no host
   */
  static DeviceName of(String description, String label) {
    String[] words = description.strip().split("\\s+", -1);
    String last = words[words.length - 1];
    boolean numbered = !last.isEmpty() && Character.isDigit(last.charAt(last.length() - 1));
    if (words.length > 1 && numbered) {
      return new DeviceName(words[0], last);
    }
    boolean product = words.length > 2 || words[0].isEmpty();
    return new DeviceName(product ? label : words[0], "");
  }

  /** Whether it is no host's adapter but a part of a switch. */
  static boolean inSwitch(String description) {
    return description.toLowerCase(Locale.ROOT).contains(IN_SWITCH);
  }
}
