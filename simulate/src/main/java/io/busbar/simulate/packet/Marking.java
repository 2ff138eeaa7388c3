package io.busbar.simulate.packet;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Marks (ECN, FECN) and telemetry on data packets of an egress queue; marks as they leave it, by
 * what waits behind them, or as they join it. A mark at the head reflects the queue as it is now, a
 * queue's time earlier than one at the tail. A queue that waits for credit is a victim of
 * congestion elsewhere and marks nothing; a packet is marked once.
 */
final class Marking {
  private final Core core;
  private final boolean joins;
  private final boolean leaves;
  private final long leastKMin;
  private final long[] kMin;
  private final long[] kMax;
  private final double pMax;
  private final boolean credits;
  private final @Nullable Signals telemetry;

  Marking(Core core, RateControl rates) {
    this.core = core;
    telemetry = rates instanceof HpccControl hpcc ? hpcc.signals : null;
    MarkingSettings settings = core.settings.marking();
    boolean on = settings.kMinBytes() != Long.MAX_VALUE;
    joins = on && !settings.atDequeue();
    leaves = on && settings.atDequeue();
    pMax = settings.pMax();
    credits = core.settings.flow() == PacketSettings.FlowControl.CREDITS;
    kMin = new long[core.ports.count];
    kMax = new long[core.ports.count];
    for (int port = 0; port < core.ports.count; port++) {
      kMin[port] = settings.kMin(core.fabric.bytesPerSecond(port));
      kMax[port] = settings.kMax(core.fabric.bytesPerSecond(port));
    }
    leastKMin = Arrays.stream(kMin).min().orElse(0);
  }

  /** A packet is about to join a queue. */
  void join(int port, int trafficClass, int packet) {
    if (joins) {
      mark(port, trafficClass, packet);
    }
  }

  /** A packet has just left a queue. */
  void leave(int port, int trafficClass, int packet) {
    if (telemetry != null) {
      telemetry.pass(port, trafficClass, packet, core.events.now());
    }
    if (leaves) {
      mark(port, trafficClass, packet);
    }
  }

  private void mark(int port, int trafficClass, int packet) {
    long bytes = core.ports.queueBytes(port, trafficClass);
    if (bytes > leastKMin
        && bytes > kMin[port]
        && core.packets.kind(packet) == Packets.DATA
        && !core.packets.marked(packet)
        && !(credits && (core.ports.paused(port) >>> trafficClass & 1) != 0)
        && core.marks.unit(port) < probability(port, bytes)) {
      core.packets.mark(packet);
      core.counters.marks++;
    }
  }

  /** Probability of a mark at a queue of so many bytes. */
  double probability(int port, long bytes) {
    if (bytes <= kMin[port]) {
      return 0;
    }
    return bytes > kMax[port] ? 1 : pMax * (bytes - kMin[port]) / (kMax[port] - kMin[port]);
  }
}
