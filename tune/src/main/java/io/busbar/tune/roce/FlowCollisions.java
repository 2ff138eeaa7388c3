package io.busbar.tune.roce;

import java.util.Arrays;

/**
 * How unevenly hashing (ECMP) spreads equal flows over equal links: E[largest load] / mean, the
 * factor by which the slowest flow is late. Exact: with Poisson weights p of the mean load,
 * P(largest ≤ m) = [x^N] (Σ_{k ≤ m} p_k x^k)^n / Poisson(N; N) for N flows on n links.
 */
public final class FlowCollisions {
  /** More flows are refused; the exact count takes N² steps. */
  public static final int MOST_FLOWS = 4096;

  private static final double NEGLIGIBLE = 1e-9;

  private FlowCollisions() {}

  /**
   * E[largest load] over the mean load, at least 1.
   *
   * @param links equal links, at least 1
   * @param flows equal flows, 1 to {@link #MOST_FLOWS}
   */
  public static double slowdown(int links, int flows) {
    if (links < 1 || flows < 1 || flows > MOST_FLOWS) {
      throw new IllegalArgumentException(flows + " flows on " + links + " links");
    }
    double mean = (double) flows / links;
    double expected = 0;
    // E[max] = sum over m of P(max > m); below the mean that is certain.
    for (int m = 0; m < flows; m++) {
      double above = m < Math.ceil(mean) - 1e-12 ? 1 : 1 - atMost(links, flows, m);
      if (above < NEGLIGIBLE) {
        break;
      }
      expected += above;
    }
    return expected / mean;
  }

  private static double atMost(int links, int flows, int most) {
    double mean = (double) flows / links;
    double[] weights = new double[Math.min(most, flows) + 1];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = poisson(k, mean);
    }
    double[] all = power(weights, links, flows);
    return all.length <= flows ? 0 : Math.min(1, all[flows] / poisson(flows, flows));
  }

  private static double[] power(double[] base, int exponent, int degree) {
    double[] result = {1};
    double[] square = base;
    for (int e = exponent; e > 0; e >>= 1) {
      if ((e & 1) == 1) {
        result = times(result, square, degree);
      }
      if (e > 1) {
        square = times(square, square, degree);
      }
    }
    return result;
  }

  private static double[] times(double[] a, double[] b, int degree) {
    double[] product = new double[Math.min(degree + 1, a.length + b.length - 1)];
    Arrays.setAll(product, i -> coefficient(a, b, i));
    return product;
  }

  private static double coefficient(double[] a, double[] b, int i) {
    double sum = 0;
    for (int j = Math.max(0, i - b.length + 1); j <= Math.min(i, a.length - 1); j++) {
      sum += a[j] * b[i - j];
    }
    return sum;
  }

  private static double poisson(int k, double mean) {
    double log = k * Math.log(mean) - mean;
    for (int i = 2; i <= k; i++) {
      log -= Math.log(i);
    }
    return Math.exp(log);
  }
}
