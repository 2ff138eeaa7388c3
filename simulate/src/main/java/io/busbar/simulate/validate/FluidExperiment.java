package io.busbar.simulate.validate;

import java.util.Map;

/**
 * Where equal DCQCN senders of one link settle, in closed form: the root of the fluid model (Zhu et
 * al., ECN or Delay, CoNEXT 2016, equation 11) with the paper's parameters and packets of 1,000
 * bytes. Keys: {@code link, senders}.
 */
final class FluidExperiment implements Experiment {
  private static final double PACKET_BYTES = 1000;
  private static final double NOTIFY_SECONDS = 50e-6;
  private static final double TIMER_SECONDS = 55e-6;
  private static final double STAGE_PACKETS = 10e6 / PACKET_BYTES;
  private static final double ADDITIVE = 40e6 / 8 / PACKET_BYTES;
  private static final int FAST_STAGES = 5;
  private static final double KMIN_KB = 5;
  private static final double KMAX_KB = 200;
  private static final double PMAX = 0.01;
  private static final int BISECTIONS = 200;

  @Override
  public Map<String, Double> run(Setting setting) {
    double packetsPerSecond =
        setting.rate("link", "40Gb/s").bytesPerSecond()
            / PACKET_BYTES
            / setting.number("senders", 2);
    setting.finish();
    double low = 1e-9;
    double high = 0.9;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = Math.sqrt(low * high);
      if (excess(middle, packetsPerSecond) < 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Map.of(
        "marked_share",
        low,
        "alpha",
        once(low, TIMER_SECONDS * packetsPerSecond),
        "queue_kb",
        KMIN_KB + low / PMAX * (KMAX_KB - KMIN_KB));
  }

  /** Cuts less increases: positive when there are too many marks to settle. */
  private static double excess(double p, double rate) {
    double alpha = once(p, TIMER_SECONDS * rate);
    double a = once(p, NOTIFY_SECONDS * rate);
    double b = stage(p, STAGE_PACKETS);
    double c = b * Math.pow(1 - p, FAST_STAGES * STAGE_PACKETS);
    double d = stage(p, TIMER_SECONDS * rate);
    double e = d * Math.pow(1 - p, FAST_STAGES * TIMER_SECONDS * rate);
    double increase = NOTIFY_SECONDS * NOTIFY_SECONDS * ADDITIVE * rate * (b + d) * (c + e);
    return alpha * a * a - increase;
  }

  /** Probability of a mark among so many packets. */
  private static double once(double p, double packets) {
    return 1 - Math.pow(1 - p, packets);
  }

  /** Stages of so many packets without a mark, per packet. */
  private static double stage(double p, double packets) {
    return p / (Math.pow(1 - p, -packets) - 1);
  }
}
