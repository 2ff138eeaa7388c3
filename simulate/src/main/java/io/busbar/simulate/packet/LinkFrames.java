package io.busbar.simulate.packet;

/**
 * Frames that end at the next node: pauses and credits. They go before all packets and are never
 * paused. A frame tells the newest state, so a port has at most one pause and one credit frame per
 * class waiting.
 */
final class LinkFrames {
  private static final int PAUSE_BYTES = 64;
  private static final int CREDIT_BYTES = 8;

  private final Core core;
  private final int classes;

  /** Classes whose neighbour this port has paused. */
  private final int[] pausing;

  /** Bit 0: a pause frame waits; bit 1 + class: a credit frame waits. */
  private final int[] waiting;

  private final int creditBatch;
  private final long[] available;
  private final long[] owed;
  private final boolean credits;

  /** Ports that return no credit now. */
  private final boolean[] withheld;

  LinkFrames(Core core) {
    this.core = core;
    classes = core.classes;
    pausing = new int[core.ports.count];
    waiting = new int[core.ports.count];
    credits = core.settings.flow() == PacketSettings.FlowControl.CREDITS;
    available = new long[credits ? core.ports.count * classes : 0];
    owed = new long[available.length];
    withheld = new boolean[credits ? core.ports.count : 0];
    creditBatch = 2 * core.fullFrameBytes();
    for (int queue = 0; queue < available.length; queue++) {
      available[queue] = Math.max(creditBytes(queue / classes), creditBatch * 2L);
    }
  }

  private long creditBytes(int port) {
    int given = core.settings.buffer().creditBytes();
    double latencies =
        core.fabric.latencyPs(port) + (double) core.fabric.latencyPs(core.fabric.peer(port));
    return given > 0
        ? given
        : Math.round(latencies * core.fabric.bytesPerSecond(port) / 1e12)
            + 8L * core.fullFrameBytes();
  }

  /** Whether the port has paused its neighbour for a class. */
  boolean pausing(int port, int trafficClass) {
    return (pausing[port] >>> trafficClass & 1) != 0;
  }

  /** Asks the neighbour at a port to stop or go on; a frame will say so. */
  void pause(int port, int trafficClass, boolean stop) {
    int bit = 1 << trafficClass;
    pausing[port] = stop ? pausing[port] | bit : pausing[port] & ~bit;
    waiting[port] |= 1;
    core.ports.setFrameWaits(port, true);
    if (stop) {
      core.counters.pause(port);
    }
  }

  boolean credits() {
    return credits;
  }

  /** A sender's port uses credit; without a frame's worth left its class stops. */
  void spend(int port, int trafficClass, int bytes) {
    int queue = port * classes + trafficClass;
    available[queue] -= bytes;
    if (available[queue] < core.fullFrameBytes()) {
      core.ports.setPaused(port, trafficClass, true);
    }
  }

  /**
   * A packet that came in by a port left the buffer.
   *
   * @return whether a credit frame now waits
   */
  boolean giveBack(int port, int trafficClass, int bytes) {
    int queue = port * classes + trafficClass;
    owed[queue] += bytes;
    if (owed[queue] < creditBatch || withheld[port]) {
      return false;
    }
    waiting[port] |= 2 << trafficClass;
    core.ports.setFrameWaits(port, true);
    return true;
  }

  /** A port returns no credit until told otherwise; then it returns what it owes. */
  void withhold(int port, boolean on) {
    withheld[port] = on;
    for (int c = 0; c < classes && !on; c++) {
      giveBack(port, c, 0);
    }
  }

  /** The next waiting frame of a port, as a packet. */
  int make(int port) {
    int bit = Integer.lowestOneBit(waiting[port]);
    waiting[port] &= ~bit;
    core.ports.setFrameWaits(port, waiting[port] != 0);
    if (bit == 1) {
      int packet = core.packets.take(Packets.PAUSE, core.controlClass, PAUSE_BYTES);
      core.packets.set(packet, QueuePairs.NONE, pausing[port], 0, 0);
      return packet;
    }
    int trafficClass = Integer.numberOfTrailingZeros(bit) - 1;
    int packet = core.packets.take(Packets.CREDIT, trafficClass, CREDIT_BYTES);
    core.packets.set(packet, QueuePairs.NONE, (int) owed[port * classes + trafficClass], 0, 0);
    owed[port * classes + trafficClass] = 0;
    core.counters.creditPackets++;
    return packet;
  }

  /** A frame came in by a port: what the port may send changes. */
  void receive(int port, int packet) {
    int told = core.packets.sequence(packet);
    if (core.packets.kind(packet) == Packets.PAUSE) {
      core.ports.setPaused(port, told);
    } else {
      int trafficClass = core.packets.trafficClass(packet);
      int queue = port * classes + trafficClass;
      available[queue] += told;
      if (available[queue] >= core.fullFrameBytes()) {
        core.ports.setPaused(port, trafficClass, false);
      }
    }
  }

  /** The least credit of any port. */
  long leastCredit() {
    long least = Long.MAX_VALUE;
    for (long bytes : available) {
      least = Math.min(least, bytes);
    }
    return least;
  }
}
