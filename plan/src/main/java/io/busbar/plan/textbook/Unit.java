package io.busbar.plan.textbook;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** What the values of a row count. Shares are fractions of one, shown in percent. */
public enum Unit {
  BYTES,
  BYTES_PER_SECOND,
  SECONDS,
  SHARE,
  FACTOR,
  COUNT,
  DOLLARS;

  private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};

  /** Shorter times are printed in milliseconds, as the textbook does. */
  private static final double SHORT_SECONDS = 0.1;

  /** With three significant digits, seconds and bytes in the scale of the textbook's value. */
  String print(double value) {
    return switch (this) {
      case BYTES_PER_SECOND -> new Bandwidth(value).toString();
      case SHARE -> Share.print(value);
      case BYTES, SECONDS, FACTOR, COUNT -> print(value, 3);
      case DOLLARS -> Money.ofDollars(value).toString();
    };
  }

  /** With the significant digits that the textbook prints, halves rounded down as it does. */
  String print(double value, int digits) {
    return switch (this) {
      case BYTES -> scaled(value, digits, "B");
      case BYTES_PER_SECOND -> scaled(value, digits, "B/s");
      case SECONDS ->
          value < SHORT_SECONDS
              ? rounded(value * 1e3, digits) + " ms"
              : rounded(value, digits) + " s";
      case SHARE -> rounded(value * 100, digits) + " %";
      case FACTOR -> rounded(value, digits) + "×";
      case COUNT -> String.format(Locale.ROOT, "%,d", Math.round(value));
      case DOLLARS -> print(value);
    };
  }

  private static String scaled(double value, int digits, String unit) {
    int prefix = 0;
    double rest = value;
    while (rest >= 1000 && prefix < PREFIXES.length - 1) {
      rest /= 1000;
      prefix++;
    }
    return rounded(rest, digits) + " " + PREFIXES[prefix] + unit;
  }

  private static String rounded(double value, int digits) {
    BigDecimal exact = new BigDecimal(Double.toString(value));
    BigDecimal round = exact.round(new MathContext(digits, RoundingMode.HALF_DOWN));
    int decimals = round.scale() + digits - round.precision();
    return round.setScale(Math.max(0, decimals), RoundingMode.UNNECESSARY).toPlainString();
  }
}
