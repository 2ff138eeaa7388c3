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
  private int[] ports = new int[64];
  private int used;

  SourceRoutes(Packets packets) {
    this.packets = packets;
  }

  /** Keeps the way behind its first port; the address of packets that take it. */
  int add(int[] way) {
    if (used + way.length > ports.length) {
      ports = Arrays.copyOf(ports, Math.max(2 * ports.length, used + way.length));
    }
    int address = ~used;
    System.arraycopy(way, 1, ports, used, way.length - 1);
    used += way.length;
    ports[used - 1] = END;
    return address;
  }

  /** The ports of a way from its first on, by the address of packets that take it. */
  int[] way(int firstPort, int address) {
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
    return address < 0 && ports[~address] == END;
  }

  /** The port by which a packet with such an address goes on; it is then one place further. */
  int next(int packet) {
    int place = ~packets.address(packet);
    packets.setAddress(packet, ~(place + 1));
    return ports[place];
  }
}
