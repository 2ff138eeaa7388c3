package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * Ways of packets to and from switches that take part in collectives: no address leads there, so
 * the packet's address names its place in a list of ports, as the complement. The place moves on
 * with every hop.
 */
final class SourceRoutes {
  private static final int END = -1;

  private final Packets packets;
  private final Ways ways;

  SourceRoutes(Packets packets, Ways ways) {
    this.packets = packets;
    this.ways = ways;
  }

  /** The ways of all regions: any adds, and those added before a window are seen in it. */
  static final class Ways {
    private volatile int[] ports = new int[64];
    private int used;

    private synchronized int add(int[] way) {
      int[] target = ports;
      if (used + way.length > target.length) {
        target = Arrays.copyOf(target, Math.max(2 * target.length, used + way.length));
      }
      int address = ~used;
      System.arraycopy(way, 1, target, used, way.length - 1);
      used += way.length;
      target[used - 1] = END;
      ports = target;
      return address;
    }
  }

  /** Keeps the way behind its first port; the address of packets that take it. */
  int add(int[] way) {
    return ways.add(way);
  }

  /** The ports of a way from its first on, by the address of packets that take it. */
  int[] way(int firstPort, int address) {
    int[] ports = ways.ports;
    int end = ~address;
    while (ports[end] != END) {
      end++;
    }
    int[] way = new int[end - ~address + 1];
    way[0] = firstPort;
    System.arraycopy(ports, ~address, way, 1, way.length - 1);
    return way;
  }

  /** Whether the packet is for the switch that it is at. */
  boolean ends(int packet) {
    int address = packets.address(packet);
    return address < 0 && ways.ports[~address] == END;
  }

  /** The port by which a packet with such an address goes on; it is then one place further. */
  int next(int packet) {
    int place = ~packets.address(packet);
    packets.setAddress(packet, ~(place + 1));
    return ways.ports[place];
  }
}
