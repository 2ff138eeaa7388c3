package io.busbar.app.render.html;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Numbers as the page prints them: four significant digits, grouped thousands, and the prefix of
 * the unit that keeps the digits before the point between one and three.
 */
final class Numbers {
  /** Shown where a number is missing. */
  static final String NONE = "–";

  private static final int SIGNIFICANT = 4;
  private static final double SMALLEST_PLAIN = 1e-4;
  private static final double LARGEST_PLAIN = 1e15;
  private static final int MOST_DECIMALS = 9;

  private Numbers() {}

  /** {@code 0.171 s} as {@code 171 ms}; a power of two of bytes as {@code 64 KiB}. */
  static String withUnit(double value, String unit) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    String binary = unit.equals("B") ? binaryBytes(value) : "";
    if (!binary.isEmpty()) {
      return binary;
    }
    UnitScale scale = UnitScale.fitting(value, unit);
    return scale.join(digits(value / scale.factor()));
  }

  /** Four significant digits, no trailing zeros: {@code 4.41}, {@code 70,553,706,496}. */
  static String digits(double value) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    if (size < SMALLEST_PLAIN || size >= LARGEST_PLAIN) {
      return exponent(value);
    }
    int decimals = SIGNIFICANT - 1 - (int) Math.floor(Math.log10(size));
    return decimals <= 0 ? fixed(value, 0) : stripZeros(fixed(value, decimals));
  }

  /** This many decimals; a value that would vanish is shown as less than the last digit. */
  static String aligned(double value, int decimals) {
    if (!Double.isFinite(value)) {
      return NONE;
    }
    double last = Math.pow(10, -decimals);
    if (value > 0 && value < last / 2) {
      return "<" + fixed(last, decimals);
    }
    return value == 0 ? "0" : fixed(value, decimals);
  }

  /**
   * This many decimals, thousands grouped, never {@code -0}; an exponent where that is too long.
   */
  static String fixed(double value, int decimals) {
    if (Math.abs(value) >= LARGEST_PLAIN || decimals > MOST_DECIMALS) {
      return exponent(value);
    }
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP);
    StringBuilder text = new StringBuilder(rounded.abs().toPlainString());
    int point = text.indexOf(".");
    for (int i = (point < 0 ? text.length() : point) - 3; i > 0; i -= 3) {
      text.insert(i, ',');
    }
    return rounded.signum() < 0 ? "-" + text : text.toString();
  }

  /** Three significant digits of a part of a whole, as {@code 15.8 %}. */
  static String share(double part, double whole) {
    if (!(whole > 0) || !Double.isFinite(part)) {
      return NONE;
    }
    double percent = part / whole * 100;
    return aligned(percent, percent >= 10 ? 1 : 2) + " %";
  }

  private static String binaryBytes(double bytes) {
    if (bytes < 1024 || bytes >= 0x1p50 || bytes != Math.rint(bytes)) {
      return "";
    }
    long whole = (long) bytes;
    if (Long.bitCount(whole) != 1) {
      return "";
    }
    String[] names = {"KiB", "MiB", "GiB", "TiB"};
    int power = Math.min(Long.numberOfTrailingZeros(whole) / 10, names.length);
    return (whole >> (10 * power)) + " " + names[power - 1];
  }

  private static String exponent(double value) {
    String[] parts = String.format(Locale.ROOT, "%.3e", value).split("e", 2);
    return stripZeros(parts[0]) + "e" + Integer.parseInt(parts[1]);
  }

  private static String stripZeros(String text) {
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
  }
}
