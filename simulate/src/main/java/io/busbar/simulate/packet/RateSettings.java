package io.busbar.simulate.packet;

/**
 * DCQCN (Zhu et al., SIGCOMM 2015): how a sender answers to congestion notifications, and how often
 * a receiver sends them. Times are picoseconds, rates bytes per second of a queue pair.
 *
 * @param on whether there is rate control at all
 * @param notifyPs a receiver sends at most one notification per queue pair in this time
 * @param gain g of the estimate: α ← (1−g)·α, plus g on a notification
 * @param alphaPs time without notification after which α decays once
 * @param cutPs time between two cuts; 0 cuts at every notification
 * @param leastFactor a cut leaves at least this part of the rate
 * @param timerPs time of one increase stage
 * @param stageBytes bytes of one increase stage
 * @param fastStages F: stages of fast recovery
 * @param additive R_AI: step of additive increase
 * @param hyper R_HAI: step of hyper increase
 * @param leastBytesPerSecond a rate never falls below
 * @param clampTarget whether every cut lowers the target too; else only the first after an increase
 *     by timer
 */
public record RateSettings(
    boolean on,
    long notifyPs,
    double gain,
    long alphaPs,
    long cutPs,
    double leastFactor,
    long timerPs,
    long stageBytes,
    int fastStages,
    double additive,
    double hyper,
    double leastBytesPerSecond,
    boolean clampTarget) {

  public RateSettings {
    if (alphaPs < 1 || timerPs < 1 || stageBytes < 1 || (on && !(leastBytesPerSecond > 0))) {
      throw new IllegalArgumentException("alpha, timer, bytes and the least rate are above 0");
    }
  }

  /** Line rate always. */
  public static final RateSettings OFF =
      new RateSettings(false, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, true);

  /** The paper's parameters. */
  public static final RateSettings PAPER =
      new RateSettings(
          true,
          50_000_000,
          1.0 / 256,
          55_000_000,
          0,
          0,
          55_000_000,
          10_000_000,
          5,
          40e6 / 8,
          400e6 / 8,
          1e6 / 8,
          true);

  /**
   * ConnectX as its documentation lists the defaults: g = 5/1024, α every 1 us, a cut at most every
   * 4 us, stages of 300 us or 32,767 units of 64 bytes, F = 1, steps of 5 and 50 Mb/s.
   */
  public static final RateSettings CONNECTX =
      new RateSettings(
          true,
          4_000_000,
          5.0 / 1024,
          1_000_000,
          4_000_000,
          0.5,
          300_000_000,
          32_767L * 64,
          1,
          5e6 / 8,
          50e6 / 8,
          1e6 / 8,
          false);

  /** The same with steps of additive and hyper increase, bytes per second. */
  public RateSettings withSteps(double additiveStep, double hyperStep) {
    return new RateSettings(
        on,
        notifyPs,
        gain,
        alphaPs,
        cutPs,
        leastFactor,
        timerPs,
        stageBytes,
        fastStages,
        additiveStep,
        hyperStep,
        leastBytesPerSecond,
        clampTarget);
  }
}
