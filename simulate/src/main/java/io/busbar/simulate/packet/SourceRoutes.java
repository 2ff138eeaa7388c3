package io.busbar.simulate.packet;

import java.util.Arrays;

/**
 * Table of packets to and from switches that take part in collectives: no address leads there, so
 * the packet's address names its place in a list of ports, as the complement. The place moves on
 * with every hop.
 */
final class SourceRoutes {
  private static final int END = -1;

  private final Packets packets;
  private final Table table;

  SourceRoutes(Packets packets, Table table) {
    this.packets = packets;
    this.table = table;
  }

  /** The table of all regions: any adds, and those added before a window are seen in it. */
  static final class Table {
    private volatile int[] ports = new int[64];
    private int used;

    private synchronized int add(int[] path) {
      int[] target = ports;
      if (used + path.length > target.length) {
        target = Arrays.copyOf(target, Math.max(2 * target.length, used + path.length));
      }
      int address = ~used;
      System.arraycopy(path, 1, target, used, path.length - 1);
      used += path.length;
      target[used - 1] = END;
      ports = target;
      return address;
    }
  }

  /** Keeps the path behind its first port; the address of packets that take it. */
  int add(int[] path) {
    return table.add(path);
  }

  /** The ports of a path from its first on, by the address of packets that take it. */
  int[] path(int firstPort, int address) {
    int[] ports = table.ports;
    int end = ~address;
    while (ports[end] != END) {
      end++;
    }
    int[] path = new int[end - ~address + 1];
    path[0] = firstPort;
    System.arraycopy(ports, ~address, path, 1, path.length - 1);
    return path;
  }

  /** Whether the packet is for the switch that it is at. */
  boolean ends(int packet) {
    int address = packets.address(packet);
    return address < 0 && table.ports[~address] == END;
  }

  /** The port by which a packet with such an address goes on; it is then one place further. */
  int next(int packet) {
    int place = ~packets.address(packet);
    packets.setAddress(packet, ~(place + 1));
    return table.ports[place];
  }
}
