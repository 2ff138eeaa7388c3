package io.busbar.simulate.packet;

import io.busbar.simulate.fabric.Fabric;
import java.util.Arrays;

/**
 * State of all ports: the FIFO of each class, and what is on the link away from the port. Lists run
 * through the packets. Masks have one bit per class.
 */
final class Ports {
  /** Picoseconds per byte are kept in units of 2^-RATE_SHIFT. */
  static final int RATE_SHIFT = 20;

  private static final int NONE = Packets.NONE;

  final int count;
  final int classes;
  final int[] peer;
  final int[] owner;
  final long[] latencyPs;
  final long[] psPerByte;
  final long[] busyUntilPs;
  final int[] flightHead;
  final int[] flightTail;

  /** Classes with packets waiting here. */
  final int[] queued;

  /** Classes with queue pairs that may send now; at endpoints only. */
  final int[] ready;

  /** Classes that may not send. */
  final int[] paused;

  /** Whether an event for the end of the current transmission is pending. */
  final boolean[] endPending;

  final int[] queueHead;
  final int[] queueTail;
  final int[] queueBytes;
  private final Packets packets;

  Ports(Fabric fabric, int classes, Packets packets) {
    count = fabric.ports();
    this.classes = classes;
    this.packets = packets;
    peer = new int[count];
    owner = new int[count];
    latencyPs = new long[count];
    psPerByte = new long[count];
    busyUntilPs = new long[count];
    flightHead = filled(count);
    flightTail = filled(count);
    queued = new int[count];
    ready = new int[count];
    paused = new int[count];
    endPending = new boolean[count];
    queueHead = filled(count * classes);
    queueTail = filled(count * classes);
    queueBytes = new int[count * classes];
    for (int port = 0; port < count; port++) {
      peer[port] = fabric.peer(port);
      owner[port] = fabric.owner(port);
      latencyPs[port] = fabric.latencyPs(port);
      setRate(port, fabric.bytesPerSecond(port));
    }
  }

  private static int[] filled(int length) {
    int[] array = new int[length];
    Arrays.fill(array, NONE);
    return array;
  }

  void setRate(int port, double bytesPerSecond) {
    psPerByte[port] = Math.max(1, Math.round((1L << RATE_SHIFT) * 1e12 / bytesPerSecond));
  }

  /** Time on the wire, rounded up. */
  long transferPs(int port, int bytes) {
    return (bytes * psPerByte[port] + (1L << RATE_SHIFT) - 1) >> RATE_SHIFT;
  }

  /** Appends a packet to the queue of its class. */
  void enqueue(int port, int trafficClass, int packet) {
    int queue = port * classes + trafficClass;
    packets.setNext(packet, NONE);
    if (queueTail[queue] == NONE) {
      queueHead[queue] = packet;
      queued[port] |= 1 << trafficClass;
    } else {
      packets.setNext(queueTail[queue], packet);
    }
    queueTail[queue] = packet;
    queueBytes[queue] += packets.bytes(packet);
  }

  /** Takes the first packet of a queue that is not empty. */
  int dequeue(int port, int trafficClass) {
    int queue = port * classes + trafficClass;
    int packet = queueHead[queue];
    int next = packets.next(packet);
    queueHead[queue] = next;
    if (next == NONE) {
      queueTail[queue] = NONE;
      queued[port] &= ~(1 << trafficClass);
    }
    queueBytes[queue] -= packets.bytes(packet);
    return packet;
  }

  /**
   * Puts a packet on the link.
   *
   * @return whether it is the only one there
   */
  boolean depart(int port, int packet) {
    packets.setNext(packet, NONE);
    int tail = flightTail[port];
    flightTail[port] = packet;
    if (tail == NONE) {
      flightHead[port] = packet;
      return true;
    }
    packets.setNext(tail, packet);
    return false;
  }

  /** Takes the first packet off the link; {@code flightHead} is the next, or none. */
  int arrive(int port) {
    int packet = flightHead[port];
    int next = packets.next(packet);
    flightHead[port] = next;
    if (next == NONE) {
      flightTail[port] = NONE;
    }
    return packet;
  }

  /** Bytes waiting here in all classes. */
  int waitingBytes(int port) {
    int sum = 0;
    for (int queue = port * classes; queue < (port + 1) * classes; queue++) {
      sum += queueBytes[queue];
    }
    return sum;
  }
}
