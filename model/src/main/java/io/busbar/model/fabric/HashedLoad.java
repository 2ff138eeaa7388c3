package io.busbar.model.fabric;

/**
 * How evenly a hash (ECMP) spreads equal flows over equal links: N balls in n bins. With Poisson
 * weights p of the mean N/n, P(max ≤ m) = [x^N] (Σ_{j≤m} p_j x^j)^n / Poisson(N; N), which is
 * exact; E[max] = Σ_m P(max &gt; m). Takes about N² steps for each m. Flows that adaptive routing
 * or packet spraying divides have a factor of 1. Stateless.
 */
public final class HashedLoad {
  /** Most flows that are counted exactly. */
  public static final int MOST_FLOWS = 1 << 14;

  private static final double NEGLIGIBLE = 1e-9;

  private HashedLoad() {}

  /**
   * E[largest load], in flows.
   *
   * @param links equal links, at least 1
   * @param flows equal flows, 1 to {@link #MOST_FLOWS}
   */
  public static double expectedMost(int links, int flows) {
    if (links < 1 || flows < 1 || flows > MOST_FLOWS) {
      throw new IllegalArgumentException(flows + " flows on " + links + " links");
    }
    double expected = 0;
    for (int m = 0; m < flows; m++) {
      // a load below the mean on every link is impossible
      double more = 1 - (m * (long) links < flows ? 0 : atMost(links, flows, m));
      if (more < NEGLIGIBLE) {
        break;
      }
      expected += more;
    }
    return expected;
  }

  /** E[largest load] over the mean load: how much later the slowest flow is than an even spread. */
  public static double slowdown(int links, int flows) {
    return expectedMost(links, flows) * links / flows;
  }

  /** Expected share of the links that get no flow: (1 − 1/n)^N. */
  public static double idleShare(int links, int flows) {
    return Math.pow(1 - 1.0 / links, flows);
  }

  /** Probability that no link gets more than {@code most} of the flows. */
  public static double atMost(int links, int flows, int most) {
    double mean = (double) flows / links;
    double[] one = new double[Math.min(most, flows) + 1];
    for (int j = 0; j < one.length; j++) {
      one[j] = poisson(j, mean);
    }
    double[] all = power(one, links, flows);
    return all.length <= flows ? 0 : Math.min(1, all[flows] / poisson(flows, flows));
  }

  private static double[] power(double[] base, int exponent, int degree) {
    double[] result = {1};
    double[] square = base;
    for (int left = exponent; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        result = product(result, square, degree);
      }
      if (left > 1) {
        square = product(square, square, degree);
      }
    }
    return result;
  }

  private static double[] product(double[] a, double[] b, int degree) {
    double[] c = new double[Math.min(degree + 1, a.length + b.length - 1)];
    for (int i = 0; i < a.length; i++) {
      if (a[i] > 0) {
        int top = Math.min(b.length, c.length - i);
        for (int j = 0; j < top; j++) {
          c[i + j] += a[i] * b[j];
        }
      }
    }
    return c;
  }

  /** Probability of {@code count} with this mean, by logarithms so that it does not underflow. */
  private static double poisson(int count, double mean) {
    double log = -mean;
    for (int j = 1; j <= count; j++) {
      log += Math.log(mean / j);
    }
    return Math.exp(log);
  }
}
