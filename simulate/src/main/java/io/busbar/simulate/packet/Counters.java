package io.busbar.simulate.packet;

/** What happened in a run; all figures count since the start. */
public final class Counters {
  private final Ports ports;
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

  Counters(Ports ports) {
    this.ports = ports;
    lost = new long[ports.count];
    dropped = new long[ports.count];
    pausesOf = new long[ports.count];
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
    return ports.sentBytes(port);
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
