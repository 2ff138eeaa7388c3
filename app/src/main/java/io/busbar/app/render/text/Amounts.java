package io.busbar.app.render.text;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers for people: four significant digits, and the prefix that fits the unit. */
final class Amounts {
  private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E", "Z", "Y"};

  private Amounts() {}

  /** {@code 171 ms} for seconds, {@code 4.41 GB} for bytes, {@code 0.188} without a unit. */
  static String text(double value, String unit) {
    if (!Double.isFinite(value)) {
      return number(value);
    }
    return switch (unit) {
      case "s" -> TimeSpan.print(value);
      case "B", "bytes" -> DataSize.print(value);
      case "B/s" -> (value < 0 ? "-" : "") + new Bandwidth(Math.abs(value));
      case "FLOP", "FLOP/s", "W" -> prefixed(value, unit);
      case "" -> number(value);
      default -> number(value) + " " + unit;
    };
  }

  /** Whole numbers exactly, with separators from 10,000; others with four significant digits. */
  static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "infinite" : "-infinite";
    }
    double size = Math.abs(value);
    if (value == Math.rint(value) && size < 1e15) {
      return grouped((long) value);
    }
    if (size >= 1e15 || size < 1e-4) {
      return new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros().toString();
    }
    if (size >= 1e4) {
      return grouped(Math.round(value));
    }
    return digits(value);
  }

  private static String prefixed(double value, String unit) {
    double scaled = value;
    int prefix = 0;
    while (Math.abs(scaled) >= 999.95 && prefix < PREFIXES.length - 1) {
      scaled /= 1000;
      prefix++;
    }
    return digits(scaled) + " " + PREFIXES[prefix] + unit;
  }

  private static String digits(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros();
    return rounded.toPlainString();
  }

  private static String grouped(long value) {
    String digits = Long.toString(Math.abs(value));
    StringBuilder out = new StringBuilder(value < 0 ? "-" : "");
    for (int i = 0; i < digits.length(); i++) {
      boolean group = digits.length() > 4 && i > 0 && (digits.length() - i) % 3 == 0;
      out.append(group ? "," : "").append(digits.charAt(i));
    }
    return out.toString();
  }
}
