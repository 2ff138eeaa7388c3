package io.busbar.tune.roce;

/**
 * When an egress queue marks packets: never below {@code minBytes}, with a probability that rises
 * to {@code probability} at {@code maxBytes}, always above.
 *
 * <p>By the settings of HPCC's simulations: 100 KB and 400 KB for each 25 Gb/s of the link, 20 %.
 * Published settings for 400 Gb/s lie between 0.8 and 5 MB, so this is a value to start from.
 */
public record EcnThresholds(long minBytes, long maxBytes, double probability) {
  private static final double RATE_GIGABITS = 25;
  private static final double MIN_BYTES = 100_000;
  private static final double MAX_BYTES = 400_000;
  private static final double PROBABILITY = 0.2;

  /**
   * @param gigabits rate of the link, Gb/s
   */
  public static EcnThresholds of(double gigabits) {
    double factor = gigabits / RATE_GIGABITS;
    return new EcnThresholds(
        Math.round(factor * MIN_BYTES), Math.round(factor * MAX_BYTES), PROBABILITY);
  }

  /** The probability as switches take it, percent. */
  public int percent() {
    return (int) Math.round(100 * probability);
  }
}
