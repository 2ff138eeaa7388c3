package io.busbar.plan.textbook;

import io.busbar.base.quantity.Money;
import io.busbar.base.quantity.Share;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** What the values of a row count. Shares are fractions of one, shown in percent. */
public enum Unit {
  BYTES("B"),
  BYTES_PER_SECOND("B/s"),
  SECONDS("s"),
  SHARE("%"),
  FACTOR("×"),
  COUNT(""),
  DOLLARS("$");

  private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P"};
  private static final int OUR_DIGITS = 3;

  /** Takes off what double arithmetic adds to a round number before digits are cut. */
  private static final MathContext CLEAN = new MathContext(12, RoundingMode.HALF_UP);

  /** Shorter times are printed in milliseconds. */
  private static final double SHORT_SECONDS = 0.1;

  private final String symbol;

  Unit(String symbol) {
    this.symbol = symbol;
  }

  /** With three significant digits, in the scale of the textbook's value. */
  String print(double value) {
    return this == SHARE ? Share.print(value) : print(value, OUR_DIGITS, RoundingMode.HALF_UP);
  }

  /** With the digits that the textbook prints: it cuts bytes and rates, and rounds the rest. */
  String print(double value, int digits) {
    boolean cut = this == BYTES || this == BYTES_PER_SECOND;
    return print(value, digits, cut ? RoundingMode.DOWN : RoundingMode.HALF_UP);
  }

  private String print(double value, int digits, RoundingMode mode) {
    return switch (this) {
      case BYTES, BYTES_PER_SECOND -> {
        int prefix = prefix(value);
        double scaled = value / Math.pow(1000, prefix);
        yield rounded(scaled, digits, mode) + " " + PREFIXES[prefix] + symbol;
      }
      case SECONDS ->
          value < SHORT_SECONDS
              ? rounded(value * 1e3, digits, mode) + " ms"
              : rounded(value, digits, mode) + " s";
      case SHARE -> rounded(value * 100, digits, mode) + " %";
      case FACTOR -> rounded(value, digits, mode) + symbol;
      case COUNT -> String.format(Locale.ROOT, "%,d", Math.round(value));
      case DOLLARS -> Money.ofDollars(value).toString();
    };
  }

  private static int prefix(double value) {
    int prefix = 0;
    while (prefix < PREFIXES.length - 1 && value >= Math.pow(1000, prefix + 1)) {
      prefix++;
    }
    return prefix;
  }

  private static String rounded(double value, int digits, RoundingMode mode) {
    BigDecimal exact = new BigDecimal(value).round(CLEAN);
    BigDecimal round = exact.round(new MathContext(digits, mode));
    int decimals = round.scale() + digits - round.precision();
    return round.setScale(Math.max(0, decimals), RoundingMode.UNNECESSARY).toPlainString();
  }
}
