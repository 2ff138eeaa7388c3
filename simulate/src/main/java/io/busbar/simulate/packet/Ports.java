package io.busbar.simulate.packet;

import io.busbar.simulate.fabric.Fabric;

/**
 * State of all ports as records of longs in one array, so that a hop touches few cache lines: the
 * FIFO of each class, and what is on the link away from the port. Lists run through the packets;
 * masks have one bit per class.
 *
 * <pre>
 *  0 end of transmission, ps   3 latency, ps      6 frame bytes sent
 *  1 on the link: first, last  4 far port, node   7 + 2c queue of class c: first, last
 *  2 ps per byte, scaled       5 owner, masks     8 + 2c its bytes
 * </pre>
 */
final class Ports {
  /** Picoseconds per byte are kept in units of 2^-RATE_SHIFT. */
  static final int RATE_SHIFT = 20;

  private static final int NONE = Packets.NONE;
  private static final int BUSY = 0;
  private static final int FLIGHT = 1;
  private static final int RATE = 2;
  private static final int LATENCY = 3;
  private static final int FAR = 4;
  private static final int MASKS = 5;
  private static final int SENT = 6;
  private static final int QUEUES = 7;

  private static final int READY_SHIFT = 8;
  private static final int PAUSED_SHIFT = 16;
  private static final long END_PENDING = 1 << 24;
  private static final long FRAME_WAITS = 1 << 25;
  private static final long FAULTY = 1 << 26;

  final int count;
  private final int stride;
  private final long[] words;
  private final Packets packets;

  Ports(Fabric fabric, int classes, Packets packets) {
    count = fabric.ports();
    this.packets = packets;
    stride = QUEUES + 2 * classes + 7 & ~7;
    words = new long[count * stride];
    for (int port = 0; port < count; port++) {
      int w = port * stride;
      int peer = fabric.peer(port);
      words[w + FLIGHT] = pair(NONE, NONE);
      words[w + LATENCY] = fabric.latencyPs(port);
      words[w + FAR] = pair(peer, fabric.owner(peer));
      words[w + MASKS] = (long) fabric.owner(port) << 32;
      setRate(port, fabric.bytesPerSecond(port));
      for (int c = 0; c < classes; c++) {
        words[w + QUEUES + 2 * c] = pair(NONE, NONE);
      }
    }
  }

  private static long pair(int high, int low) {
    return (long) high << 32 | low & 0xffff_ffffL;
  }

  private static int high(long pair) {
    return (int) (pair >>> 32);
  }

  private static int low(long pair) {
    return (int) pair;
  }

  long busyUntilPs(int port) {
    return words[port * stride + BUSY];
  }

  void setBusyUntil(int port, long timePs) {
    words[port * stride + BUSY] = timePs;
  }

  long latencyPs(int port) {
    return words[port * stride + LATENCY];
  }

  void setRate(int port, double bytesPerSecond) {
    words[port * stride + RATE] =
        Math.max(1, Math.round((1L << RATE_SHIFT) * 1e12 / bytesPerSecond));
  }

  /** Time on the wire, rounded up. */
  long transferPs(int port, int bytes) {
    return (bytes * words[port * stride + RATE] + (1L << RATE_SHIFT) - 1) >> RATE_SHIFT;
  }

  /** The port at the other end. */
  int peer(int port) {
    return high(words[port * stride + FAR]);
  }

  /** The node at the other end. */
  int farNode(int port) {
    return low(words[port * stride + FAR]);
  }

  /** The node that the port belongs to. */
  int owner(int port) {
    return high(words[port * stride + MASKS]);
  }

  /** Whether packets of a class wait here. */
  boolean queued(int port, int trafficClass) {
    return bit(port, trafficClass);
  }

  /** Whether queue pairs of a class may send from here now; at endpoints only. */
  boolean ready(int port, int trafficClass) {
    return bit(port, READY_SHIFT + trafficClass);
  }

  void setReady(int port, int trafficClass, boolean on) {
    set(port, 1L << READY_SHIFT + trafficClass, on);
  }

  /** Classes that may not send. */
  int paused(int port) {
    return low(words[port * stride + MASKS]) >>> PAUSED_SHIFT & 0xff;
  }

  void setPaused(int port, int mask) {
    int w = port * stride + MASKS;
    words[w] = words[w] & ~(0xffL << PAUSED_SHIFT) | (long) mask << PAUSED_SHIFT;
  }

  void setPaused(int port, int trafficClass, boolean on) {
    set(port, 1L << PAUSED_SHIFT + trafficClass, on);
  }

  /** Classes that have something to send and are not paused. */
  int eligible(int port) {
    int masks = low(words[port * stride + MASKS]);
    return (masks | masks >>> READY_SHIFT) & ~(masks >>> PAUSED_SHIFT) & 0xff;
  }

  /** Whether an event for the end of the current transmission is pending. */
  boolean endPending(int port) {
    return (words[port * stride + MASKS] & END_PENDING) != 0;
  }

  void setEndPending(int port, boolean on) {
    set(port, END_PENDING, on);
  }

  /** Whether a link frame waits. */
  boolean frameWaits(int port) {
    return (words[port * stride + MASKS] & FRAME_WAITS) != 0;
  }

  void setFrameWaits(int port, boolean on) {
    set(port, FRAME_WAITS, on);
  }

  /** Whether packets sent here may be lost. */
  boolean faulty(int port) {
    return (words[port * stride + MASKS] & FAULTY) != 0;
  }

  void setFaulty(int port, boolean on) {
    set(port, FAULTY, on);
  }

  private boolean bit(int port, int shift) {
    return (words[port * stride + MASKS] >>> shift & 1) != 0;
  }

  private void set(int port, long bit, boolean on) {
    int w = port * stride + MASKS;
    words[w] = on ? words[w] | bit : words[w] & ~bit;
  }

  /** Appends a packet to the queue of its class. */
  void enqueue(int port, int trafficClass, int packet) {
    int w = port * stride + QUEUES + 2 * trafficClass;
    packets.setNext(packet, NONE);
    long queue = words[w];
    if (low(queue) == NONE) {
      words[w] = pair(packet, packet);
      set(port, 1L << trafficClass, true);
    } else {
      packets.setNext(low(queue), packet);
      words[w] = pair(high(queue), packet);
    }
    words[w + 1] += packets.bytes(packet);
  }

  /** Takes the first packet of a queue that is not empty. */
  int dequeue(int port, int trafficClass) {
    int w = port * stride + QUEUES + 2 * trafficClass;
    long queue = words[w];
    int packet = high(queue);
    int next = packets.next(packet);
    words[w] = next == NONE ? pair(NONE, NONE) : pair(next, low(queue));
    words[w + 1] -= packets.bytes(packet);
    if (next == NONE) {
      set(port, 1L << trafficClass, false);
    }
    return packet;
  }

  /** The first packet of a queue, or none. */
  int firstQueued(int port, int trafficClass) {
    return high(words[port * stride + QUEUES + 2 * trafficClass]);
  }

  /** Bytes waiting in a queue. */
  long queueBytes(int port, int trafficClass) {
    return words[port * stride + QUEUES + 2 * trafficClass + 1];
  }

  /**
   * Puts a packet on the link.
   *
   * @return whether it is the only one there
   */
  boolean depart(int port, int packet) {
    int w = port * stride;
    packets.setNext(packet, NONE);
    words[w + SENT] += packets.bytes(packet);
    long flight = words[w + FLIGHT];
    if (low(flight) == NONE) {
      words[w + FLIGHT] = pair(packet, packet);
      return true;
    }
    packets.setNext(low(flight), packet);
    words[w + FLIGHT] = pair(high(flight), packet);
    return false;
  }

  /** Takes the first packet off the link. */
  int arrive(int port) {
    int w = port * stride + FLIGHT;
    long flight = words[w];
    int packet = high(flight);
    int next = packets.next(packet);
    words[w] = next == NONE ? pair(NONE, NONE) : pair(next, low(flight));
    return packet;
  }

  /** The next packet to arrive, or none. */
  int onLink(int port) {
    return high(words[port * stride + FLIGHT]);
  }

  /** Frame bytes sent since the start. */
  long sentBytes(int port) {
    return words[port * stride + SENT];
  }
}
