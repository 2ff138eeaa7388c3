package io.busbar.runtime.preflight;

import java.util.Arrays;

/** Statistics that a few odd values do not move. NaN stands for no value. */
final class Robust {
  /** Makes the median absolute deviation of normal noise its standard deviation. */
  private static final double TO_SIGMA = 1.4826;

  private Robust() {}

  private static double[] sorted(double[] values) {
    double[] sorted = Arrays.stream(values).filter(v -> !Double.isNaN(v)).toArray();
    Arrays.sort(sorted);
    return sorted;
  }

  /** NaN of no values. */
  static double median(double[] values) {
    double[] sorted = sorted(values);
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  /** Standard deviation of the bulk: 1.4826 times the median absolute deviation. */
  static double spread(double[] values) {
    double median = median(values);
    return TO_SIGMA * median(Arrays.stream(values).map(v -> Math.abs(v - median)).toArray());
  }

  /** The value that three quarters of all do not exceed; of up to three the largest. */
  static double upperQuarter(double[] values) {
    double[] sorted = sorted(values);
    int n = sorted.length;
    return n == 0 ? Double.NaN : sorted[Math.min(n - 1, 3 * n / 4)];
  }
}
