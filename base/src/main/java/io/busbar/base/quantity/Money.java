package io.busbar.base.quantity;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * US dollars, kept as whole micro-dollars so that sums are exact.
 *
 * @param microDollars millionths of a dollar
 */
public record Money(long microDollars) implements Comparable<Money> {
  private static final Pattern TEXT =
      Pattern.compile("(?:\\$\\s*)?(\\d{1,12}(?:\\.\\d{1,6})?)\\s*(k|M|B)?\\s*(USD)?");
  private static final String EXPECTED = "an amount of money such as $2.50 or 2.5 USD";

  /** The amount nearest to {@code dollars}. */
  public static Money ofDollars(double dollars) {
    Checks.finiteNotNegative(Math.abs(dollars), "money");
    return new Money(Math.round(dollars * 1e6));
  }

  /**
   * Reads {@code $2.50}, {@code 2.5 USD}, {@code $500M}, {@code $2B}.
   *
   * @throws QuantityFormatException when the text is no amount or names no currency
   */
  public static Money parse(String text) {
    Matcher m = TEXT.matcher(text.strip());
    if (!m.matches()) {
      throw new QuantityFormatException(text, EXPECTED, "");
    }
    if (!text.contains("$") && m.group(3) == null) {
      throw new QuantityFormatException(text, EXPECTED, "name the currency");
    }
    double scale =
        switch (m.group(2)) {
          case "k" -> 1e3;
          case "M" -> 1e6;
          case "B" -> 1e9;
          case null, default -> 1;
        };
    return ofDollars(Double.parseDouble(m.group(1)) * scale);
  }

  /**
   * Reads a price per GPU-hour: {@code $2.50/h}; the {@code /h} may be left out.
   *
   * @throws QuantityFormatException when the text is no amount or names no currency
   */
  public static Money parsePerHour(String text) {
    String t = text.strip();
    return parse(t.endsWith("/h") ? t.substring(0, t.length() - 2) : t);
  }

  public double dollars() {
    return microDollars / 1e6;
  }

  /** {@code $2.50} below a thousand dollars, {@code $11,826,000} above. */
  @Override
  public String toString() {
    double d = dollars();
    if (Math.abs(d) >= 1000) {
      return String.format(Locale.ROOT, "$%,d", Math.round(d));
    }
    BigDecimal exact = BigDecimal.valueOf(microDollars, 6);
    return "$" + exact.setScale(Math.abs(d) < 0.1 && d != 0 ? 4 : 2, RoundingMode.HALF_UP);
  }

  @Override
  public int compareTo(Money other) {
    return Long.compare(microDollars, other.microDollars);
  }
}
