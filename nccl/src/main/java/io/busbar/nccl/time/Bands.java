package io.busbar.nccl.time;

/**
 * How measurements of like systems scatter around the prediction: tenth and ninetieth percentile of
 * measured over predicted, by size and by whether a network is involved; from published
 * measurements of systems that the constants were not fitted to, every system with the same weight.
 * A cluster with constants of its own keeps only the scatter that a system has around its own
 * median.
 */
final class Bands {
  private static final String[] REGIMES = {"latency", "transition", "bandwidth"};
  private static final double SMALL_BYTES = 32 * 1024;
  private static final double LARGE_BYTES = 32 * 1024 * 1024;

  private final double[] low = new double[2 * REGIMES.length];
  private final double[] high = new double[2 * REGIMES.length];

  /**
   * @param calibrated whether the constants are those of the cluster itself
   */
  Bands(TimeConstants constants, boolean calibrated) {
    String own = calibrated ? "_own" : "";
    for (int r = 0; r < REGIMES.length; r++) {
      for (int d = 0; d < 2; d++) {
        String kind = REGIMES[r] + (d == 0 ? "_one_domain" : "_several_domains") + own;
        low[2 * r + d] = constants.value("p10_" + kind);
        high[2 * r + d] = constants.value("p90_" + kind);
      }
    }
  }

  Band around(double seconds, double bytes, boolean severalDomains) {
    int regime = bytes <= SMALL_BYTES ? 0 : bytes <= LARGE_BYTES ? 1 : 2;
    int i = 2 * regime + (severalDomains ? 1 : 0);
    return new Band(seconds * low[i], seconds * high[i]);
  }
}
