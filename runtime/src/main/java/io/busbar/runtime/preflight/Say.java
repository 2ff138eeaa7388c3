package io.busbar.runtime.preflight;

import java.util.Locale;

/** Figures as people read them. */
final class Say {
  private static final double GIGA = 1e9;
  private static final double BITS = 8;

  private Say() {}

  /** {@code 482 Mbit/s}, {@code 94.1 Gbit/s}. */
  static String rate(double bytesPerS) {
    double bits = bytesPerS * BITS;
    return bits >= GIGA ? three(bits / GIGA) + " Gbit/s" : three(bits / 1e6) + " Mbit/s";
  }

  static String bytesPerS(double value) {
    return three(value / GIGA) + " GB/s";
  }

  static String micros(double us) {
    return us >= 1e6
        ? three(us / 1e6) + " s"
        : us >= 1e3 ? three(us / 1e3) + " ms" : three(us) + " us";
  }

  static String percent(double share) {
    return three(100 * share) + " %";
  }

  /** Three digits or all before the point. */
  static String three(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    double size = Math.abs(value);
    String format = size >= 99.95 || size == 0 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, size < 0.01 && size > 0 ? "%.1g" : format, value);
  }
}
