package io.busbar.base.quantity;

/**
 * A span of time.
 *
 * @param seconds seconds, finite and not negative
 */
public record TimeSpan(double seconds) implements Comparable<TimeSpan> {
  private static final Units UNITS =
      new Units("a time such as 3us, 1.2ms or 4.3s")
          .bareNumber("add a unit: ns, us, ms, s, min, h or d")
          .unit(1, "s")
          .unit(1e-3, "ms")
          .unit(1e-6, "us", "µs", "μs")
          .unit(1e-9, "ns")
          .unit(1e-12, "ps")
          .unit(60, "min")
          .unit(3600, "h")
          .unit(86400, "d")
          .refused("m could be metres, minutes or milli: write ms or min", "m")
          .refused("write s for seconds", "sec", "secs", "seconds", "S");

  private static final double[] FACTORS = {1e-12, 1e-9, 1e-6, 1e-3, 1};
  private static final String[] NAMES = {"ps", "ns", "us", "ms", "s"};

  public TimeSpan {
    Checks.finiteNotNegative(seconds, "a time");
  }

  /**
   * @throws QuantityFormatException when the text is no time or has no unit
   */
  public static TimeSpan parse(String text) {
    return new TimeSpan(UNITS.parse(text));
  }

  /** From picoseconds to seconds: {@code 171 ms}, {@code 4.31 s}. */
  @Override
  public String toString() {
    return print(seconds);
  }

  /** {@link #toString()} of a difference of times, which may be negative. */
  public static String print(double seconds) {
    return seconds == 0 ? "0 s" : Units.print(seconds, FACTORS, NAMES);
  }

  @Override
  public int compareTo(TimeSpan other) {
    return Double.compare(seconds, other.seconds);
  }
}
