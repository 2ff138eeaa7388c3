package io.busbar.plan.space;

/**
 * What a set-up must keep to; infinite where nothing was asked.
 *
 * @param tokens that are trained; 0 when not said, then neither deadline nor budget can be kept
 * @param deadlineSeconds most time for them, losses to failures included
 * @param budgetDollars most money for them
 * @param purchaseDollars most money for the cluster
 * @param maxGpus most GPUs
 * @param minHeadroom least share of memory that stays free
 */
public record Wanted(
    double tokens,
    double deadlineSeconds,
    double budgetDollars,
    double purchaseDollars,
    long maxGpus,
    double minHeadroom) {
  private static final double TRILLION = 1e12;

  /** Nothing asked. */
  public static final Wanted NOTHING =
      new Wanted(
          0,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Long.MAX_VALUE,
          0);

  /** Whether any limit was asked for. */
  public boolean limits() {
    return !Double.isInfinite(deadlineSeconds)
        || !Double.isInfinite(budgetDollars)
        || !Double.isInfinite(purchaseDollars)
        || maxGpus != Long.MAX_VALUE
        || minHeadroom > 0;
  }

  /** Seconds for all tokens. */
  public double trainSeconds(double secondsPerTrillion) {
    return secondsPerTrillion * tokens / TRILLION;
  }

  /** Dollars for all tokens. */
  public double runDollars(double dollarsPerTrillion) {
    return dollarsPerTrillion * tokens / TRILLION;
  }

  /** Whether a cluster may be bought at all. */
  boolean allows(long gpus, double purchase) {
    return gpus <= maxGpus && purchase <= purchaseDollars;
  }

  /** Whether a set-up of such a cluster keeps to it, by its values of the objectives. */
  boolean keptBy(double[] values) {
    return trainSeconds(values[Objective.TRAIN_TIME.ordinal()]) <= deadlineSeconds
        && runDollars(values[Objective.COST.ordinal()]) <= budgetDollars
        && -values[Objective.HEADROOM.ordinal()] >= minHeadroom;
  }
}
