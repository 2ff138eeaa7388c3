package io.busbar.simulate.packet;

/**
 * Buffers of Ethernet switches: a pool per switch, a reserve and headroom per ingress port and
 * class. A packet counts from its last bit in until its first bit out. One threshold for all: T = α
 * · free (Choudhury and Hahne 1998); lossless classes compare what came in by a port, others what
 * waits at the egress queue.
 */
final class SharedBuffer {
  private final Core core;
  private final int classes;
  private final int ports;
  private final int reserve;
  private final double alpha;
  private final int resume;
  private final int losslessMask;
  private final long[] pool;
  private final long[] used;

  /** For each class and ingress port: bytes in reserve and pool, bytes in headroom. */
  private final long[] held;

  private final long[] headroomLimit;

  SharedBuffer(Core core) {
    this.core = core;
    classes = core.classes;
    BufferSettings settings = core.settings.buffer();
    reserve = settings.reserveBytes();
    alpha = settings.alpha();
    resume = settings.resumeBytes();
    boolean pauses = core.settings.flow() == PacketSettings.FlowControl.PAUSE;
    losslessMask = pauses ? (1 << core.controlClass) - 1 : 0;
    pool = new long[core.fabric.nodes()];
    used = new long[core.fabric.nodes()];
    ports = core.ports.count;
    held = new long[2 * ports * classes];
    headroomLimit = new long[core.ports.count];
    for (int node = core.endpoints; node < core.fabric.nodes(); node++) {
      pool[node] = poolBytes(settings, node);
    }
    for (int port = 0; port < core.ports.count; port++) {
      headroomLimit[port] = headroomBytes(settings, port);
    }
  }

  private long poolBytes(BufferSettings settings, int node) {
    if (settings.poolBytes() > 0) {
      return settings.poolBytes();
    }
    double rate = 0;
    for (int port = core.fabric.firstPort(node); port < core.fabric.endPort(node); port++) {
      rate += core.fabric.bytesPerSecond(port);
    }
    return Math.round(rate * settings.poolPs() / 1e12);
  }

  private long headroomBytes(BufferSettings settings, int port) {
    if (settings.headroomBytes() >= 0) {
      return settings.headroomBytes();
    }
    // A frame may ask for the pause, one hold the pause up here, and one be on its way at the peer.
    int peer = core.fabric.peer(port);
    double latencies = core.fabric.latencyPs(port) + (double) core.fabric.latencyPs(peer);
    double bytes = latencies * core.fabric.bytesPerSecond(peer) / 1e12;
    return Math.round(bytes) + 3L * core.fullFrameBytes() + PEER_RESPONSE_BYTES;
  }

  /** What a peer still sends while it reacts to a pause (vendor's planning form). */
  private static final int PEER_RESPONSE_BYTES = 3840;

  boolean lossless(int trafficClass) {
    return (losslessMask >>> trafficClass & 1) != 0;
  }

  /** Takes room for a packet; false when there is none and it must be dropped. */
  boolean take(int node, int in, int out, int trafficClass, int bytes) {
    int queue = 2 * (trafficClass * ports + in);
    long over = held[queue] + bytes - reserve;
    if (over > 0) {
      double limit = alpha * (pool[node] - used[node]);
      if (!lossless(trafficClass)) {
        if (core.ports.queueBytes(out, trafficClass) + bytes > limit) {
          return false;
        }
      } else if (held[queue + 1] > 0 || over > limit) {
        return takeHeadroom(queue, in, bytes);
      }
      used[node] += Math.min(bytes, over);
    }
    held[queue] += bytes;
    return true;
  }

  private boolean takeHeadroom(int queue, int in, int bytes) {
    if (held[queue + 1] + bytes > headroomLimit[in]) {
      return false;
    }
    held[queue + 1] += bytes;
    return true;
  }

  /** Gives back a packet's room: headroom first, then the pool, then the reserve. */
  void release(int node, int in, int trafficClass, int bytes) {
    int queue = 2 * (trafficClass * ports + in);
    long fromHeadroom = Math.min(held[queue + 1], bytes);
    held[queue + 1] -= fromHeadroom;
    long rest = bytes - fromHeadroom;
    long over = Math.max(0, held[queue] - reserve);
    used[node] -= Math.min(over, rest);
    held[queue] -= rest;
  }

  /** Whether what came in by a port asks for a pause. */
  boolean pauseDue(int node, int in, int trafficClass) {
    int queue = 2 * (trafficClass * ports + in);
    long over = held[queue] - reserve;
    return held[queue + 1] > 0 || (over > 0 && over >= alpha * (pool[node] - used[node]));
  }

  /** Whether a paused port may go on. */
  boolean resumeDue(int node, int in, int trafficClass) {
    int queue = 2 * (trafficClass * ports + in);
    long over = held[queue] - reserve;
    return held[queue + 1] == 0
        && (over <= 0 || over + resume <= alpha * (pool[node] - used[node]));
  }

  /** Bytes of the pool in use. */
  long used(int node) {
    return used[node];
  }

  long pool(int node) {
    return pool[node];
  }

  /** Bytes that came in by a port and are still here, all classes. */
  long held(int in) {
    long sum = 0;
    for (int c = 0; c < classes; c++) {
      sum += held[2 * (c * ports + in)] + held[2 * (c * ports + in) + 1];
    }
    return sum;
  }
}
