package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * Swift's sender (Kumar et al., SIGCOMM 2020, algorithm 1) with the delay of the fabric: round trip
 * d of each acknowledged packet, target D of {@link SwiftSettings#targetPs}. For n packets that are
 * acknowledged, windows w in packets:
 *
 * <pre>d &lt; D:  w + ai n / w  (w ≥ 1),  w + ai n  (w &lt; 1)
 * d ≥ D:  w max(1 − β (d − D)/d, 1 − max cut),  at most once a round trip</pre>
 *
 * A window below one packet sends one each d/w. A loss cuts as the largest excess does. Where N
 * flows share a link of C packets per second, d = D(w) and w = d C/N: both follow from one
 * equation.
 *
 * <p>The paper's second window, for the delay of the receiving host, has no counterpart: hosts take
 * in what arrives.
 */
final class SwiftControl extends WindowControl {
  private static final double LEAST = 0.001;
  private final SwiftSettings settings;
  private long[] cutPs = new long[64];
  private long[] trip = new long[64];

  SwiftControl(Core core, SwiftSettings settings) {
    super(core, false);
    this.settings = settings;
  }

  @Override
  void grow(int size) {
    super.grow(size);
    cutPs = Arrays.copyOf(cutPs, size);
    trip = Arrays.copyOf(trip, size);
  }

  /** Starts with a full path, as hardware transports do. */
  @Override
  void start(int pair) {
    window[pair] = productBytes(pair);
    trip[pair] = basePs[pair];
    cutPs[pair] = Long.MIN_VALUE / 2;
  }

  /** The most that helps: a path filled at line rate for the longest target. */
  private double most(int pair) {
    double target = settings.targetPs(settings.scalingLeast(), switches[pair]);
    return line[pair] * Math.max(basePs[pair], target);
  }

  @Override
  void heard(int pair, int packet, int fresh, long nowPs) {
    long delay = Math.max(1, signals.roundTripPs(packet, nowPs));
    trip[pair] = delay;
    double packets = window[pair] / frameBytes;
    double target = settings.targetPs(packets, switches[pair]);
    if (delay < target) {
      packets += settings.additive() * fresh / Math.max(1, packets);
      window[pair] = Math.min(packets * frameBytes, most(pair));
    } else {
      cut(pair, settings.beta() * (delay - target) / delay, nowPs);
    }
  }

  private void cut(int pair, double part, long nowPs) {
    if (nowPs - cutPs[pair] >= trip[pair]) {
      cutPs[pair] = nowPs;
      double left = 1 - Math.min(part, settings.mostCut());
      window[pair] = Math.max(LEAST * frameBytes, window[pair] * left);
    }
  }

  @Override
  void lost(int pair, long nowPs) {
    cut(pair, settings.mostCut(), nowPs);
  }

  @Override
  public boolean limited(int pair) {
    return window[pair] < frameBytes;
  }

  @Override
  public long gapPs(int pair, int bytes, long nowPs) {
    return (long) (bytes * trip[pair] / window[pair]);
  }
}
