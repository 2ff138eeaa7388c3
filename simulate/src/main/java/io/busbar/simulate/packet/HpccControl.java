package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * HPCC's sender (Li et al., SIGCOMM 2019, algorithm 1). Of each hop, by the telemetry of this
 * acknowledgement and the one before,
 *
 * <pre>u = min(q, q') / (B T) + (bytes sent − bytes sent') / (t − t') / B</pre>
 *
 * the largest u of all hops enters an average over T with weight min(t − t', T)/T. The window is
 *
 * <pre>W = Wc η/U + W_AI  where U ≥ η, or after maxStage additive steps;  W = Wc + W_AI else</pre>
 *
 * Wc follows W once a round trip. Senders are paced by W/T, and W is at most that of line rate. N
 * long flows through one link settle at U = η + N W_AI/(B T).
 *
 * <p>Limits: one path per queue pair. Where a hop's port differs from the one before, only the
 * record moves on.
 */
final class HpccControl extends WindowControl {
  private final HpccSettings settings;
  private final double[] bytesPerPs;
  private double[] reference = new double[64];
  private double[] load = new double[64];
  private int[] stage = new int[64];
  private int[] renewAt = new int[64];
  private long[] last = new long[64 * Signals.ROW];
  private final QueuePairs pairs;
  private final Signals seen;

  HpccControl(Core core, HpccSettings settings) {
    super(core, true);
    this.settings = settings;
    pairs = core.pairs;
    seen = signals;
    bytesPerPs = new double[core.ports.count];
    double frames = (double) core.fullFrameBytes() / frameBytes;
    for (int port = 0; port < bytesPerPs.length; port++) {
      bytesPerPs[port] = core.fabric.bytesPerSecond(port) / 1e12 * frames;
    }
  }

  @Override
  void grow(int size) {
    super.grow(size);
    reference = Arrays.copyOf(reference, size);
    load = Arrays.copyOf(load, size);
    stage = Arrays.copyOf(stage, size);
    renewAt = Arrays.copyOf(renewAt, size);
    last = Arrays.copyOf(last, size * Signals.ROW);
  }

  @Override
  void start(int pair) {
    if (settings.rttPs() > 0) {
      basePs[pair] = settings.rttPs();
    }
    window[pair] = productBytes(pair);
    reference[pair] = window[pair];
  }

  @Override
  void heard(int pair, int packet, int fresh, long nowPs) {
    if (fresh == 0) {
      return;
    }
    measure(pair, packet);
    boolean renew = pairs.acknowledged[pair] > renewAt[pair];
    double step = settings.additive() * productBytes(pair);
    boolean follow = load[pair] >= settings.target() || stage[pair] >= settings.stages();
    double next =
        follow ? reference[pair] * settings.target() / load[pair] + step : reference[pair] + step;
    window[pair] = Math.clamp(next, step, productBytes(pair));
    if (renew) {
      stage[pair] = follow ? 0 : stage[pair] + 1;
      reference[pair] = window[pair];
      renewAt[pair] = pairs.nextSequence[pair];
    }
  }

  private void measure(int pair, int packet) {
    double most = 0;
    double over = basePs[pair];
    boolean any = false;
    for (int hop = 0; hop < seen.hops(packet); hop++) {
      int at = pair * Signals.ROW + hop * 3;
      int port = seen.port(packet, hop);
      long between = seen.timePs(packet, hop) - last[at + 2];
      boolean same = last[at + 2] != 0 && (int) (last[at] >>> 32) == port;
      if (same && between > 0) {
        double queue = Math.min(seen.behind(packet, hop), (int) last[at]);
        double sent = (double) seen.sentBefore(packet, hop) - last[at + 1];
        double u = (queue / basePs[pair] + sent / between) / bytesPerPs[port];
        if (u > most) {
          most = u;
          over = between;
        }
        any = true;
      }
    }
    seen.copyRow(packet, last, pair * Signals.ROW);
    if (any) {
      double weight = Math.min(over, basePs[pair]) / basePs[pair];
      load[pair] = (1 - weight) * load[pair] + weight * most;
    }
  }

  @Override
  public boolean limited(int pair) {
    return window[pair] < 0.999 * productBytes(pair);
  }

  @Override
  public long gapPs(int pair, int bytes, long nowPs) {
    return (long) (bytes * basePs[pair] / window[pair]);
  }

  /** U of a queue pair. */
  double load(int pair) {
    return load[pair];
  }
}
