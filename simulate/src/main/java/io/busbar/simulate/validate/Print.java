package io.busbar.simulate.validate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Figures as the tables print them: four digits, and expected ones as they are written. */
final class Print {
  private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

  private Print() {}

  static String figure(double value, String unit) {
    if (value == 0) {
      return with("0", unit);
    }
    BigDecimal whole = BigDecimal.valueOf(value);
    BigDecimal shown =
        Math.abs(value) >= 1000 ? whole.setScale(0, RoundingMode.HALF_EVEN) : whole.round(DIGITS);
    String plain =
        Math.abs(value) < 1e-4
            ? String.format(Locale.ROOT, "%.3e", value)
            : grouped(shown.stripTrailingZeros());
    return with(plain, unit);
  }

  private static String grouped(BigDecimal value) {
    return value.abs().compareTo(BigDecimal.valueOf(1000)) < 0
        ? value.toPlainString()
        : String.format(Locale.ROOT, "%,d", value.longValue());
  }

  private static String with(String text, String unit) {
    return unit.isEmpty() ? text : text + " " + unit;
  }

  /** What is expected, and how near. */
  static String expected(Expectation row) {
    return switch (row.comparison()) {
      case SHOWN -> "-";
      case EXACT -> figure(row.expected(), row.unit());
      case WITHIN ->
          figure(row.expected(), row.unit()) + " +- " + figure(100 * row.tolerance(), "%");
      case AT_MOST, AT_LEAST -> row.comparison().word() + " " + figure(row.expected(), row.unit());
      case BETWEEN -> figure(row.expected(), "") + " to " + figure(row.upTo(), row.unit());
    };
  }
}
