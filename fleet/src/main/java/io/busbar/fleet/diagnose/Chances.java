package io.busbar.fleet.diagnose;

/** How likely chance alone makes what was seen. Exact sums in logarithms. Stateless. */
final class Chances {
  private Chances() {}

  /**
   * The chance that of {@code drawn} things at least {@code hit} are among {@code marked} ones,
   * when they are drawn from {@code all} without putting back: the upper tail of the hypergeometric
   * distribution, {@code sum_{k>=hit} C(marked,k) C(all-marked,drawn-k) / C(all,drawn)} (Fisher's
   * exact test, one side).
   */
  static double sharing(int hit, int drawn, int marked, int all) {
    double sum = 0;
    for (int k = Math.max(hit, drawn + marked - all); k <= Math.min(drawn, marked); k++) {
      sum += Math.exp(choose(marked, k) + choose(all - marked, drawn - k) - choose(all, drawn));
    }
    return Math.min(1, sum);
  }

  /**
   * The chance that of {@code events} at least {@code later} fall into a share of the time: the
   * upper tail of the binomial distribution, which compares two rates of rare events exactly
   * (Przyborowski and Wilenski 1940).
   */
  static double later(int later, int events, double share) {
    double sum = 0;
    for (int k = later; k <= events; k++) {
      double log = choose(events, k);
      log += k == 0 ? 0 : k * Math.log(share);
      log += events == k ? 0 : (events - k) * Math.log1p(-share);
      sum += Math.exp(log);
    }
    return Math.min(1, sum);
  }

  /**
   * How many standard deviations above its mean a normal figure is with a chance, by Abramowitz and
   * Stegun 26.2.23, which is off by less than 4.5 × 10⁻⁴.
   *
   * @param chance above 0 and at most ½
   */
  static double deviations(double chance) {
    double t = Math.sqrt(-2 * Math.log(chance));
    return t
        - (2.515517 + t * (0.802853 + t * 0.010328))
            / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  }

  private static double choose(int n, int k) {
    return factorial(n) - factorial(k) - factorial(n - k);
  }

  /** ln n!, by Stirling's series from 20 on: off by less than 10⁻¹² there. */
  private static double factorial(int n) {
    if (n < 20) {
      double log = 0;
      for (int i = 2; i <= n; i++) {
        log += Math.log(i);
      }
      return log;
    }
    double x = n;
    return x * Math.log(x)
        - x
        + Math.log(2 * Math.PI * x) / 2
        + 1 / (12 * x)
        - 1 / (360 * x * x * x);
  }
}
