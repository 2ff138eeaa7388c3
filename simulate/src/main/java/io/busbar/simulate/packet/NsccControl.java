package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * Ultra Ethernet's sender control (NSCC), as the consortium's simulator plays it (uet-htsim,
 * uec.cpp). For an acknowledgement of n bytes with queueing delay d (round trip less the unloaded
 * one), target D, window W, and p the bytes of a packet times the bandwidth-delay product over that
 * of 100 Gb/s and 12 us:
 *
 * <pre>             d &lt; D                                      d ≥ D
 * no mark      W += 4 p (D − d)/D' n/W, fast below 1 us   W += 5 p n/W
 * mark         holds: another way is the cure             W max(1 − γ (d̄ − D)/d̄, 1/2), once a round trip
 * </pre>
 *
 * with D' = 12 us, and 0.15 p more each round trip. A path without queueing (d below 1 us for a
 * window) grows by a quarter of what is acknowledged, times the scale. After a loss, or where d
 * exceeds four targets while less than an eighth of the largest window arrived in a round trip and
 * a target, the window becomes what arrived, and acknowledgements of what was under way are passed
 * over.
 *
 * <p>Not built in: trimming, and the choice of paths by marks (REPS, bitmap): paths are those of
 * {@code --routing}.
 */
final class NsccControl extends WindowControl {
  private static final long QUIET_PS = 1_000_000;
  private static final double REFERENCE_PS = 12e6;
  private final NsccSettings settings;
  private double[] average = new double[64];
  private double[] quiet = new double[64];
  private boolean[] fast = new boolean[64];
  private long[] cutPs = new long[64];
  private long[] steadyPs = new long[64];
  private long[] quickPs = new long[64];
  private double[] achieved = new double[64];
  private double[] toIgnore = new double[64];
  private boolean[] lossSeen = new boolean[64];

  NsccControl(Core core, NsccSettings settings) {
    super(core, false);
    this.settings = settings;
  }

  @Override
  void grow(int size) {
    super.grow(size);
    average = Arrays.copyOf(average, size);
    quiet = Arrays.copyOf(quiet, size);
    fast = Arrays.copyOf(fast, size);
    cutPs = Arrays.copyOf(cutPs, size);
    steadyPs = Arrays.copyOf(steadyPs, size);
    quickPs = Arrays.copyOf(quickPs, size);
    achieved = Arrays.copyOf(achieved, size);
    toIgnore = Arrays.copyOf(toIgnore, size);
    lossSeen = Arrays.copyOf(lossSeen, size);
  }

  @Override
  void start(int pair) {
    window[pair] = most(pair);
    cutPs[pair] = Long.MIN_VALUE / 2;
  }

  private double most(int pair) {
    return Math.max(frameBytes, settings.most() * productBytes(pair));
  }

  private double targetPs(int pair) {
    return settings.targetPs() > 0 ? settings.targetPs() : basePs[pair];
  }

  /** Bytes of a step of one packet. */
  private double stepBytes(int pair) {
    return frameBytes * productBytes(pair) / NsccSettings.REFERENCE_BYTES;
  }

  @Override
  void heard(int pair, int packet, int fresh, long nowPs) {
    double bytes = (double) fresh * frameBytes;
    double delay = Math.max(0, signals.roundTripPs(packet, nowPs) - basePs[pair]);
    boolean mark = signals.marked(packet);
    average(pair, delay, mark);
    achieved[pair] += bytes;
    toIgnore[pair] = Math.max(0, toIgnore[pair] - bytes);
    if (quickly(pair, delay, mark, nowPs)) {
      return;
    }
    double target = targetPs(pair);
    if (!mark && delay >= target) {
      fast[pair] = false;
      quiet[pair] = 0;
      window[pair] += settings.fair() * stepBytes(pair) * bytes / window[pair];
    } else if (!mark) {
      grow(pair, delay, target, bytes);
    } else if (delay >= target) {
      cut(pair, target, nowPs);
    }
    if (nowPs - steadyPs[pair] >= basePs[pair]) {
      steadyPs[pair] = nowPs;
      window[pair] += settings.steady() * stepBytes(pair);
    }
    window[pair] = Math.clamp(window[pair], frameBytes, most(pair));
  }

  private void average(int pair, double delay, boolean mark) {
    double seen = !mark && delay > targetPs(pair) ? basePs[pair] * 0.25 : delay;
    average[pair] += settings.delayGain() * (seen - average[pair]);
  }

  private void grow(int pair, double delay, double target, double bytes) {
    quiet[pair] = delay < QUIET_PS ? quiet[pair] + bytes : 0;
    fast[pair] = delay < QUIET_PS && (fast[pair] || quiet[pair] > window[pair]);
    double scale = productBytes(pair) / NsccSettings.REFERENCE_BYTES;
    double proportional =
        settings.proportional() * stepBytes(pair) * (target - delay) / REFERENCE_PS;
    window[pair] +=
        fast[pair] ? settings.fast() * scale * bytes : proportional * bytes / window[pair];
  }

  private void cut(int pair, double target, long nowPs) {
    fast[pair] = false;
    quiet[pair] = 0;
    double mean = average[pair];
    if (mean > target && nowPs - cutPs[pair] > basePs[pair]) {
      cutPs[pair] = nowPs;
      window[pair] *= Math.max(1 - settings.gamma() * (mean - target) / mean, 0.5);
    }
  }

  /** Whether the acknowledgement moves nothing, or moved the window to what arrived. */
  private boolean quickly(int pair, double delay, boolean mark, long nowPs) {
    if (toIgnore[pair] > 0 && mark) {
      return true;
    }
    if (nowPs <= quickPs[pair]) {
      return false;
    }
    double target = targetPs(pair);
    boolean due = lossSeen[pair] || delay > settings.quickDelay() * target;
    boolean few = achieved[pair] < most(pair) / (1 << settings.quickGate());
    boolean done = quickPs[pair] != 0 && due && few && achieved[pair] < window[pair];
    if (done) {
      window[pair] = Math.max(frameBytes, achieved[pair]);
      toIgnore[pair] = (double) Math.max(0, inFlight(pair)) * frameBytes;
      lossSeen[pair] = false;
    }
    achieved[pair] = 0;
    quickPs[pair] = nowPs + basePs[pair] + (long) target;
    return done;
  }

  @Override
  void lost(int pair, long nowPs) {
    lossSeen[pair] = true;
    window[pair] = Math.max(frameBytes, window[pair] - frameBytes);
  }
}
