package io.busbar.base.quantity;

/**
 * A part of a whole. Written in percent, because {@code 10} and {@code 0.1} have both been meant as
 * ten percent.
 *
 * @param fraction 0 to 1
 */
public record Share(double fraction) implements Comparable<Share> {
  private static final Units UNITS =
      new Units("a share in percent such as 10%")
          .bareNumber("write it with a percent sign: 10%, not 10 or 0.1")
          .unit(0.01, "%");

  public Share {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException("a share must be within 0 and 1: " + fraction);
    }
  }

  /**
   * @throws QuantityFormatException when the text has no percent sign or is over 100 %
   */
  public static Share parse(String text) {
    double fraction = UNITS.parse(text);
    if (fraction > 1) {
      throw new QuantityFormatException(text, "a share of at most 100%", "");
    }
    return new Share(fraction);
  }

  /** {@code 15.8 %}; three significant digits, which is what a model can promise. */
  @Override
  public String toString() {
    return print(fraction);
  }

  /**
   * Prints any ratio in percent, also above 100 % or negative; a dash for one that is not known.
   */
  public static String print(double fraction) {
    if (Double.isNaN(fraction)) {
      return "-";
    }
    double percent = fraction * 100;
    String format =
        Math.abs(percent) >= 99.95 ? "%.0f %%" : Math.abs(percent) >= 9.995 ? "%.1f %%" : "%.2f %%";
    return String.format(java.util.Locale.ROOT, format, percent);
  }

  @Override
  public int compareTo(Share other) {
    return Double.compare(fraction, other.fraction);
  }
}
