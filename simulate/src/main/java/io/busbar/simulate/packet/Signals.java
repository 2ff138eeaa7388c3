package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * What packets carry for windows and credits, beside the packets themselves, so that others pay
 * nothing for it. A data packet carries when it was sent and how much more its sender has; its
 * acknowledgement that time, and how many packets arrived in all. With telemetry both carry a row
 * of what the egress ports of switches wrote, three longs each: port and bytes behind, bytes sent
 * before, time.
 */
final class Signals {
  /** Switches whose telemetry a packet holds; of longer paths the first. */
  static final int HOPS = 8;

  private static final int HOP_WORDS = 3;
  static final int ROW = HOPS * HOP_WORDS;

  /** Times are kept in units of 1,024 ps, modulo 2^32 of them: 4.4 s. */
  private static final int TIME_SHIFT = 10;

  private final Packets packets;
  private final Ports ports;
  private final boolean telemetry;
  private int[] sent = new int[1024];
  private int[] count = new int[1024];
  private long[] rows = new long[0];
  private byte[] hops = new byte[0];

  // What the data packet that is being received carried.
  private int heldSent;
  private int heldCount;
  private boolean heldMark;
  private final long[] heldRow = new long[ROW];
  private int heldHops;

  Signals(Packets packets, Ports ports, boolean telemetry) {
    this.packets = packets;
    this.ports = ports;
    this.telemetry = telemetry;
  }

  private void room(int packet) {
    if (packet >= sent.length) {
      sent = Arrays.copyOf(sent, Math.max(packet + 1, sent.length * 2));
      count = Arrays.copyOf(count, sent.length);
    }
    if (telemetry && packet >= hops.length) {
      hops = Arrays.copyOf(hops, sent.length);
      rows = Arrays.copyOf(rows, sent.length * ROW);
    }
  }

  /** A data packet is made. */
  void send(int packet, int posted, long nowPs) {
    room(packet);
    sent[packet] = (int) (nowPs >>> TIME_SHIFT);
    count[packet] = posted;
    if (telemetry) {
      hops[packet] = 0;
    }
  }

  /** A packet has just left the queue of a switch's port. */
  void pass(int port, int trafficClass, int packet, long nowPs) {
    if (!telemetry || packets.kind(packet) != Packets.DATA || hops[packet] == HOPS) {
      return;
    }
    int at = packet * ROW + hops[packet]++ * HOP_WORDS;
    long behind = Math.min(Integer.MAX_VALUE, ports.queueBytes(port, trafficClass));
    rows[at] = (long) port << 32 | behind;
    rows[at + 1] = ports.sentBytes(port);
    rows[at + 2] = nowPs;
  }

  /** A data packet is in: keeps what it carried for its acknowledgement. */
  void hold(int packet) {
    heldSent = sent[packet];
    heldCount = count[packet];
    heldMark = packets.marked(packet);
    if (telemetry) {
      heldHops = hops[packet];
      System.arraycopy(rows, packet * ROW, heldRow, 0, heldHops * HOP_WORDS);
    }
  }

  /** What the held packet told its receiver that its sender has posted. */
  int heldPosted() {
    return heldCount;
  }

  /** Lets an acknowledgement carry what is held. */
  void echo(int packet, int arrived) {
    room(packet);
    sent[packet] = heldSent;
    count[packet] = arrived;
    if (heldMark) {
      packets.mark(packet);
    }
    if (telemetry) {
      hops[packet] = (byte) heldHops;
      System.arraycopy(heldRow, 0, rows, packet * ROW, heldHops * HOP_WORDS);
    }
  }

  /** Longs that a packet carries here. */
  int carried(int packet) {
    room(packet);
    return 1 + (telemetry ? 1 + hops[packet] * HOP_WORDS : 0);
  }

  /** Writes out what a packet carries. */
  void copyTo(int packet, long[] to, int at) {
    to[at] = (long) sent[packet] << 32 | (count[packet] & 0xffff_ffffL);
    if (telemetry) {
      to[at + 1] = hops[packet];
      copyRow(packet, to, at + 2);
    }
  }

  /** Lets a packet carry what was written out; how many longs that were. */
  int copyFrom(int packet, long[] from, int at) {
    room(packet);
    sent[packet] = (int) (from[at] >>> 32);
    count[packet] = (int) from[at];
    if (telemetry) {
      hops[packet] = (byte) from[at + 1];
      System.arraycopy(from, at + 2, rows, packet * ROW, hops[packet] * HOP_WORDS);
    }
    return carried(packet);
  }

  /** From sending the data packet to now, picoseconds. */
  long roundTripPs(int packet, long nowPs) {
    return (long) ((int) (nowPs >>> TIME_SHIFT) - sent[packet]) << TIME_SHIFT;
  }

  /** Packets that arrived at the receiver when it acknowledged. */
  int arrived(int packet) {
    return count[packet];
  }

  boolean marked(int packet) {
    return packets.marked(packet);
  }

  int hops(int packet) {
    return hops[packet];
  }

  int port(int packet, int hop) {
    return (int) (rows[packet * ROW + hop * HOP_WORDS] >>> 32);
  }

  /** Bytes that waited behind the packet at a hop. */
  int behind(int packet, int hop) {
    return (int) rows[packet * ROW + hop * HOP_WORDS];
  }

  /** Frame bytes that the port had sent before the packet. */
  long sentBefore(int packet, int hop) {
    return rows[packet * ROW + hop * HOP_WORDS + 1];
  }

  long timePs(int packet, int hop) {
    return rows[packet * ROW + hop * HOP_WORDS + 2];
  }

  /** Copies the telemetry of a packet. */
  void copyRow(int packet, long[] into, int at) {
    System.arraycopy(rows, packet * ROW, into, at, hops[packet] * HOP_WORDS);
  }
}
