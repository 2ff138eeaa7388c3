package io.busbar.model.fabric;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Oversubscription: bandwidth from below over bandwidth upwards, as an exact fraction in lowest
 * terms.
 *
 * @param down bandwidth from below, at least {@code up}
 * @param up bandwidth upwards, at least 1
 */
public record Ratio(long down, long up) {
  public static final Ratio ONE = new Ratio(1, 1);

  private static final Pattern TEXT =
      Pattern.compile("(\\d{1,6}(?:\\.\\d{1,4})?)\\s*:\\s*(\\d{1,6}(?:\\.\\d{1,4})?)");

  public Ratio {
    if (up < 1 || down < up) {
      throw new IllegalArgumentException("not an oversubscription: " + down + ":" + up);
    }
    long common = BigInteger.valueOf(down).gcd(BigInteger.valueOf(up)).longValueExact();
    down /= common;
    up /= common;
  }

  /** Reads {@code 7:1} or {@code 1.067:1}; null when it is no ratio of at least 1:1. */
  public static @Nullable Ratio parse(String text) {
    Matcher m = TEXT.matcher(text.strip());
    if (!m.matches()) {
      return null;
    }
    BigDecimal scale = BigDecimal.valueOf(10_000);
    long down = new BigDecimal(m.group(1)).multiply(scale).longValueExact();
    long up = new BigDecimal(m.group(2)).multiply(scale).longValueExact();
    return up < 1 || down < up ? null : new Ratio(down, up);
  }

  public double value() {
    return (double) down / up;
  }

  /** {@code 7:1}; with a decimal where the right side would not be 1: {@code 2.048:1}. */
  @Override
  public String toString() {
    return up == 1
        ? down + ":1"
        : BigDecimal.valueOf(value())
                .setScale(3, java.math.RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString()
            + ":1";
  }
}
