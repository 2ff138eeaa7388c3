package io.busbar.simulate.packet;

import java.util.Arrays;

/** ECN marks on data packets as they join an egress queue; a packet is marked once. */
/**
 * Marks (ECN, FECN) on data packets as they join an egress queue. A queue that waits for credit is
 * a victim of congestion elsewhere and marks nothing.
 */
final class Marking {
  private final Core core;
  private final boolean on;
  private final long leastKMin;
  private final long[] kMin;
  private final long[] kMax;
  private final double pMax;
  private final boolean credits;

  Marking(Core core) {
    this.core = core;
    MarkingSettings settings = core.settings.marking();
    on = settings.kMinBytes() != Long.MAX_VALUE;
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

  /** Marks the packet by the bytes that wait before it. */
  void join(int port, int trafficClass, int packet) {
    if (!on) {
      return;
    }
    long bytes = core.ports.queueBytes(port, trafficClass);
    if (bytes > leastKMin
        && bytes > kMin[port]
        && core.packets.kind(packet) == Packets.DATA
        && !core.packets.marked(packet)
        && !(credits && (core.ports.paused(port) >>> trafficClass & 1) != 0)
        && core.marks.unit() < probability(port, bytes)) {
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
