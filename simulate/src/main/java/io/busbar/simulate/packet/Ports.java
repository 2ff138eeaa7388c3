package io.busbar.simulate.packet;

import io.busbar.simulate.fabric.Fabric;
import java.util.Arrays;

/**
 * State of all ports as records of longs in one array, so that a hop touches few cache lines. The
 * queue of each class is a list through the packets, kept apart class by class; what is on the link
 * away from a port is a ring of packets with their times. Masks have one bit per class.
 *
 * <pre>
 *  0 end of transmission, ps   3 latency, ps     6 frame bytes sent
 *  1 ring: head, count         4 far port, node  7 ring: place in the arena, mask
 *  2 ps per byte, scaled       5 owner, masks
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
  private static final int RING = 7;
  private static final int WORDS = 8;
  private static final int RING_START = 8;

  private static final int READY_SHIFT = 8;
  private static final int PAUSED_SHIFT = 16;
  private static final long END_PENDING = 1 << 24;
  private static final long FRAME_WAITS = 1 << 25;
  private static final long FAULTY = 1 << 26;
  private static final long OWN_TURN = 1 << 27;
  private static final long SCALE_UP = 1 << 28;
  private static final long CROSSING = 1 << 29;

  final int count;
  private final long[] words;

  /** For each class and port: first and last packet, bytes. */
  private final long[] queues;

  /** Rings of all links: low bits of the arrival time, packet. */
  private long[] arena;

  private int arenaEnd;
  private final Packets packets;

  Ports(Fabric fabric, int classes, Packets packets) {
    count = fabric.ports();
    this.packets = packets;
    words = new long[count * WORDS];
    queues = new long[2 * classes * count];
    for (int queue = 0; queue < classes * count; queue++) {
      queues[2 * queue] = pair(NONE, NONE);
    }
    arena = new long[count * RING_START];
    arenaEnd = arena.length;
    for (int port = 0; port < count; port++) {
      int w = port * WORDS;
      int peer = fabric.peer(port);
      words[w + RING] = pair(port * RING_START, RING_START - 1);
      words[w + LATENCY] = fabric.latencyPs(port);
      words[w + FAR] = pair(peer, fabric.owner(peer));
      words[w + MASKS] = (long) fabric.owner(port) << 32 | (fabric.scaleUp(port) ? SCALE_UP : 0);
      setRate(port, (double) fabric.bytesPerSecond(port));
    }
  }

  private static long pair(int high, int low) {
    return (long) high << 32 | (low & 0xffff_ffffL);
  }

  private static int high(long pair) {
    return (int) (pair >>> 32);
  }

  private static int low(long pair) {
    return (int) pair;
  }

  long busyUntilPs(int port) {
    return words[port * WORDS + BUSY];
  }

  void setBusyUntil(int port, long timePs) {
    words[port * WORDS + BUSY] = timePs;
  }

  /** Whether the link is one of a scale-up domain. */
  boolean scaleUp(int port) {
    return (words[port * WORDS + MASKS] & SCALE_UP) != 0;
  }

  /** Whether the link leads into another region. */
  boolean crossing(int port) {
    return (words[port * WORDS + MASKS] & CROSSING) != 0;
  }

  void setCrossing(int port, boolean on) {
    set(port, CROSSING, on);
  }

  long latencyPs(int port) {
    return words[port * WORDS + LATENCY];
  }

  void setRate(int port, double bytesPerSecond) {
    words[port * WORDS + RATE] =
        Math.max(1, Math.round((1L << RATE_SHIFT) * 1e12 / bytesPerSecond));
  }

  /** Time on the wire, rounded up. */
  long transferPs(int port, int bytes) {
    return (bytes * words[port * WORDS + RATE] + (1L << RATE_SHIFT) - 1) >> RATE_SHIFT;
  }

  /** The port at the other end. */
  int peer(int port) {
    return high(words[port * WORDS + FAR]);
  }

  /** The node at the other end. */
  int farNode(int port) {
    return low(words[port * WORDS + FAR]);
  }

  /** The node that the port belongs to. */
  int owner(int port) {
    return high(words[port * WORDS + MASKS]);
  }

  /** Whether packets of a class wait here. */
  boolean queued(int port, int trafficClass) {
    return bit(port, trafficClass);
  }

  /** Whether queue pairs of a class may send from here now. */
  boolean ready(int port, int trafficClass) {
    return bit(port, READY_SHIFT + trafficClass);
  }

  void setReady(int port, int trafficClass, boolean on) {
    set(port, 1L << (READY_SHIFT + trafficClass), on);
  }

  /** Classes that may not send. */
  int paused(int port) {
    return low(words[port * WORDS + MASKS]) >>> PAUSED_SHIFT & 0xff;
  }

  void setPaused(int port, int mask) {
    int w = port * WORDS + MASKS;
    words[w] = (words[w] & ~(0xffL << PAUSED_SHIFT)) | (long) mask << PAUSED_SHIFT;
  }

  void setPaused(int port, int trafficClass, boolean on) {
    set(port, 1L << (PAUSED_SHIFT + trafficClass), on);
  }

  /** Classes that have something to send and are not paused. */
  int eligible(int port) {
    int masks = low(words[port * WORDS + MASKS]);
    return (masks | masks >>> READY_SHIFT) & ~(masks >>> PAUSED_SHIFT) & 0xff;
  }

  /** Whether something waits here of classes that may not send, and nothing of others. */
  boolean held(int port) {
    int masks = low(words[port * WORDS + MASKS]);
    return ((masks | masks >>> READY_SHIFT) & masks >>> PAUSED_SHIFT & 0xff) != 0
        && eligible(port) == 0;
  }

  /** Whether an event for the end of the current transmission is pending. */
  boolean endPending(int port) {
    return (words[port * WORDS + MASKS] & END_PENDING) != 0;
  }

  void setEndPending(int port, boolean on) {
    set(port, END_PENDING, on);
  }

  /** Whether a link frame waits. */
  boolean frameWaits(int port) {
    return (words[port * WORDS + MASKS] & FRAME_WAITS) != 0;
  }

  void setFrameWaits(int port, boolean on) {
    set(port, FRAME_WAITS, on);
  }

  /** Whether packets sent here may be lost. */
  boolean faulty(int port) {
    return (words[port * WORDS + MASKS] & FAULTY) != 0;
  }

  void setFaulty(int port, boolean on) {
    set(port, FAULTY, on);
  }

  /** True and false in turn. */
  boolean ownTurn(int port) {
    words[port * WORDS + MASKS] ^= OWN_TURN;
    return (words[port * WORDS + MASKS] & OWN_TURN) != 0;
  }

  private boolean bit(int port, int shift) {
    return (words[port * WORDS + MASKS] >>> shift & 1) != 0;
  }

  private void set(int port, long bit, boolean on) {
    int w = port * WORDS + MASKS;
    words[w] = on ? words[w] | bit : words[w] & ~bit;
  }

  /** Appends a packet to the queue of its class. */
  void enqueue(int port, int trafficClass, int packet) {
    int q = 2 * (trafficClass * count + port);
    packets.setNext(packet, NONE);
    long queue = queues[q];
    if (low(queue) == NONE) {
      queues[q] = pair(packet, packet);
      set(port, 1L << trafficClass, true);
    } else {
      packets.setNext(low(queue), packet);
      queues[q] = pair(high(queue), packet);
    }
    queues[q + 1] += packets.bytes(packet);
  }

  /** Takes the first packet of a queue that is not empty. */
  int dequeue(int port, int trafficClass) {
    int q = 2 * (trafficClass * count + port);
    long queue = queues[q];
    int packet = high(queue);
    int next = packets.next(packet);
    queues[q] = next == NONE ? pair(NONE, NONE) : pair(next, low(queue));
    queues[q + 1] -= packets.bytes(packet);
    if (next == NONE) {
      set(port, 1L << trafficClass, false);
    }
    return packet;
  }

  /** The first packet of a queue, or none. */
  int firstQueued(int port, int trafficClass) {
    return high(queues[2 * (trafficClass * count + port)]);
  }

  /** Bytes waiting in a queue. */
  long queueBytes(int port, int trafficClass) {
    return queues[2 * (trafficClass * count + port) + 1];
  }

  /** Counts the bytes of a packet that is sent here. */
  void count(int port, int packet) {
    words[port * WORDS + SENT] += packets.bytes(packet);
  }

  /**
   * Sends a packet: puts it on the link and counts its bytes.
   *
   * @return whether it is the only one there
   */
  boolean depart(int port, int packet, long duePs) {
    words[port * WORDS + SENT] += packets.bytes(packet);
    return append(port, packet, duePs);
  }

  /**
   * Puts a packet on the link.
   *
   * @return whether it is the only one there
   */
  boolean append(int port, int packet, long duePs) {
    int w = port * WORDS;
    int onLink = low(words[w + FLIGHT]);
    if (onLink > low(words[w + RING])) {
      enlarge(port);
    }
    long ring = words[w + RING];
    int place = high(words[w + FLIGHT]) + onLink & low(ring);
    arena[high(ring) + place] = duePs << 32 | packet;
    words[w + FLIGHT]++;
    return onLink == 0;
  }

  /** Moves a full ring to a place of twice its size; the old place stays unused. */
  private void enlarge(int port) {
    long ring = words[port * WORDS + RING];
    int size = low(ring) + 1;
    int head = high(words[port * WORDS + FLIGHT]);
    if (arenaEnd + 2 * size > arena.length) {
      arena = Arrays.copyOf(arena, Math.max(arena.length * 2, arenaEnd + 2 * size));
    }
    for (int i = 0; i < size; i++) {
      arena[arenaEnd + i] = arena[high(ring) + (head + i & low(ring))];
    }
    words[port * WORDS + RING] = pair(arenaEnd, 2 * size - 1);
    words[port * WORDS + FLIGHT] = pair(0, size);
    arenaEnd += 2 * size;
  }

  /** Takes the first packet off the link. */
  int arrive(int port) {
    int w = port * WORDS;
    long ring = words[w + RING];
    long flight = words[w + FLIGHT];
    int head = high(flight);
    words[w + FLIGHT] = pair(head + 1 & low(ring), low(flight) - 1);
    return low(arena[high(ring) + head]);
  }

  /** The packet that arrives next; only if occupied. */
  int firstOnLink(int port) {
    int w = port * WORDS;
    return low(arena[high(words[w + RING]) + high(words[w + FLIGHT])]);
  }

  /** Reads a port's record and forgets it. */
  int touch(int port) {
    int w = port * WORDS;
    return (int) (words[w + FLIGHT] ^ words[w + RING]);
  }

  /** Whether packets are on the link. */
  boolean occupied(int port) {
    return low(words[port * WORDS + FLIGHT]) != 0;
  }

  /** When the next packet arrives, known to lie within 2 ms of {@code nowPs}; only if occupied. */
  long duePs(int port, long nowPs) {
    int w = port * WORDS;
    int due = high(arena[high(words[w + RING]) + high(words[w + FLIGHT])]);
    return nowPs + (due - (int) nowPs);
  }

  /** Frame bytes sent since the start. */
  long sentBytes(int port) {
    return words[port * WORDS + SENT];
  }
}
