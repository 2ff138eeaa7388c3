package io.busbar.simulate.packet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/** What happened in a run; all figures count since the start. */
public final class Counters {
  /** A sender that gave up on a receiver: both are endpoints. */
  public record GaveUp(int src, int dst) {}

  private static final int MOST_GAVE_UP = 1000;
  private static final long NEVER = -1;

  private final IntToLongFunction sentBytes;
  long hops;
  long injectedBytes;
  long consumedBytes;
  long droppedBytes;
  long drops;
  long corrupted;
  long deliveredBytes;
  long dataPackets;
  long retransmitted;
  long marks;
  long notifications;
  long pauses;
  long creditPackets;
  long timeouts;
  long events;

  private final long[] lost;
  private final long[] dropped;
  private final long[] pausesOf;
  private final long[] waitedPs;
  private final long[] waitingSincePs;
  private final List<GaveUp> gaveUp = new ArrayList<>();

  Counters(Ports ports) {
    this(ports.count, ports::sentBytes);
  }

  private Counters(int ports, IntToLongFunction sentBytes) {
    this.sentBytes = sentBytes;
    lost = new long[ports];
    dropped = new long[ports];
    pausesOf = new long[ports];
    waitedPs = new long[ports];
    waitingSincePs = new long[ports];
    Arrays.fill(waitingSincePs, NEVER);
  }

  /** Of all parts of a network together. */
  static Counters sum(List<Counters> parts) {
    Counters all = new Counters(parts.getFirst().lost.length, port -> sent(parts, port));
    for (Counters part : parts) {
      all.hops += part.hops;
      all.injectedBytes += part.injectedBytes;
      all.consumedBytes += part.consumedBytes;
      all.droppedBytes += part.droppedBytes;
      all.drops += part.drops;
      all.corrupted += part.corrupted;
      all.deliveredBytes += part.deliveredBytes;
      all.dataPackets += part.dataPackets;
      all.retransmitted += part.retransmitted;
      all.marks += part.marks;
      all.notifications += part.notifications;
      all.pauses += part.pauses;
      all.creditPackets += part.creditPackets;
      all.timeouts += part.timeouts;
      all.events += part.events;
      for (int port = 0; port < all.lost.length; port++) {
        all.lost[port] += part.lost[port];
        all.dropped[port] += part.dropped[port];
        all.pausesOf[port] += part.pausesOf[port];
        all.waitedPs[port] += part.waitedPs[port];
        all.waitingSincePs[port] = Math.max(all.waitingSincePs[port], part.waitingSincePs[port]);
      }
      all.gaveUp.addAll(part.gaveUp);
    }
    return all;
  }

  private static long sent(List<Counters> parts, int port) {
    long bytes = 0;
    for (Counters part : parts) {
      bytes += part.portBytes(port);
    }
    return bytes;
  }

  /** A packet is lost on the link into a port. */
  void lose(int port) {
    corrupted++;
    lost[port]++;
  }

  /** A packet that came in at a port has no room. */
  void drop(int port) {
    drops++;
    dropped[port]++;
  }

  /** A port asks its neighbour to stop. */
  void pause(int port) {
    pauses++;
    pausesOf[port]++;
  }

  /** From now on a port has something to send and no credit for it; may be said again. */
  void waits(int port, long nowPs) {
    if (waitingSincePs[port] == NEVER) {
      waitingSincePs[port] = nowPs;
    }
  }

  /** A port sends again. */
  void sends(int port, long nowPs) {
    if (waitingSincePs[port] != NEVER) {
      waitedPs[port] += nowPs - waitingSincePs[port];
      waitingSincePs[port] = NEVER;
    }
  }

  /** A queue pair has had no answer to all its retries. */
  void giveUp(int src, int dst) {
    if (gaveUp.size() < MOST_GAVE_UP) {
      gaveUp.add(new GaveUp(src, dst));
    }
  }

  /**
   * How long a port had something to send and no credit for it, picoseconds.
   *
   * @param nowPs when it is asked: a port that still waits has waited until then
   */
  public long waitedPs(int port, long nowPs) {
    long since = waitingSincePs[port];
    return waitedPs[port] + (since == NEVER ? 0 : Math.max(0, nowPs - since));
  }

  /** Queue pairs that gave up, the first 1,000. */
  public List<GaveUp> gaveUp() {
    return List.copyOf(gaveUp);
  }

  /** Packets lost by faults on the link into a port. */
  public long lost(int port) {
    return lost[port];
  }

  /** Packets dropped for want of buffer that came in at a port. */
  public long dropped(int port) {
    return dropped[port];
  }

  /** Pauses that a switch's port began. */
  public long pausesOf(int port) {
    return pausesOf[port];
  }

  /** Frame bytes that left through a port. */
  public long portBytes(int port) {
    return sentBytes.applyAsLong(port);
  }

  /** Packets times links crossed. */
  public long hops() {
    return hops;
  }

  /** Frame bytes that entered the network. */
  public long injectedBytes() {
    return injectedBytes;
  }

  /** Frame bytes that their receivers took. */
  public long consumedBytes() {
    return consumedBytes;
  }

  public long droppedBytes() {
    return droppedBytes;
  }

  /** Packets dropped for want of buffer. */
  public long drops() {
    return drops;
  }

  /** Packets lost on links by faults. */
  public long corrupted() {
    return corrupted;
  }

  /** Payload that arrived in order, each byte once. */
  public long deliveredBytes() {
    return deliveredBytes;
  }

  /** Data packets sent, again or for the first time. */
  public long dataPackets() {
    return dataPackets;
  }

  /** Data packets sent again. */
  public long retransmitted() {
    return retransmitted;
  }

  /** Data packets marked by switches. */
  public long marks() {
    return marks;
  }

  /** Congestion notifications sent. */
  public long notifications() {
    return notifications;
  }

  /** Pauses begun, by switches. */
  public long pauses() {
    return pauses;
  }

  public long creditPackets() {
    return creditPackets;
  }

  public long timeouts() {
    return timeouts;
  }

  /** Events handled. */
  public long events() {
    return events;
  }
}
