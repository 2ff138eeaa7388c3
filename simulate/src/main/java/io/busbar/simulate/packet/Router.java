package io.busbar.simulate.packet;

import io.busbar.simulate.fabric.Fabric;
import org.jspecify.annotations.Nullable;

/**
 * The port by which a packet leaves a switch. Every switch hashes with its own salt, so that
 * choices in one tier say nothing about those in the next. Ports that are down are passed over,
 * and, while any port is down, ports behind which the path ends. Paths to and from switches that
 * take part in a collective are fixed.
 */
final class Router {
  /** Makes a paused port the last choice, among such the one with the shortest queue. */
  private static final long PAUSED = 1L << 40;

  private final Core core;
  private final Fabric fabric;
  private final Faults faults;
  private final boolean adaptive;
  private final boolean circles;
  private final @Nullable Detours detours;
  private final int salt;

  Router(Core core, Faults faults) {
    this.core = core;
    this.faults = faults;
    fabric = core.fabric;
    adaptive = core.settings.routing() == PacketSettings.Routing.ADAPTIVE;
    circles = fabric.circles();
    detours = adaptive && circles ? new Detours(core, faults) : null;
    salt = (int) core.hashes.next();
  }

  /**
   * The port, or −1 when no path is left.
   *
   * @param in the port it came in by
   */
  int next(int node, int in, int packet) {
    int address = core.packets.address(packet);
    if (address < 0) {
      int port = core.sourceRoutes.next(packet);
      return faults.down(port) ? -1 : port;
    }
    if (detours != null && core.packets.kind(packet) == Packets.DATA) {
      int port = detours.next(node, in, address, core.packets.hash(packet));
      if (port >= 0) {
        return port;
      }
    }
    int first = fabric.firstChoice(node, address);
    int choices = fabric.choices(node, address);
    if (choices == 1 && !faults.anyDown()) {
      return first;
    }
    int hash = mixed(core.packets.hash(packet), node);
    int start = choice(hash, choices);
    if (faults.anyDown()) {
      return usable(node, first, choices, start, address, hash);
    }
    return adaptive && core.packets.kind(packet) == Packets.DATA
        ? leastQueue(node, first, choices, start)
        : circles ? fabric.inCircle(node, first + start) : first + start;
  }

  /** The port that a connection's hash chooses while no port is down. */
  int hashed(int node, int address, int hash) {
    return fabric.choice(node, address, choice(mixed(hash, node), fabric.choices(node, address)));
  }

  private static int choice(int mixed, int choices) {
    return (int) (((mixed & 0xffff_ffffL) * choices) >>> 32);
  }

  private int mixed(int hash, int node) {
    int mixed = (hash ^ salt ^ node * 0xc2b2_ae3d) * 0x9e37_79b1;
    mixed = (mixed ^ mixed >>> 15) * 0x85eb_ca77;
    return mixed ^ mixed >>> 13;
  }

  /**
   * The port with the fewest bulk bytes waiting; equals are taken from {@code start} on, in a
   * circle.
   */
  private int leastQueue(int node, int first, int choices, int start) {
    int best = -1;
    long least = Long.MAX_VALUE;
    for (int i = 0; i < choices; i++) {
      int port = first + (start + i) % choices;
      port = circles ? fabric.inCircle(node, port) : port;
      long bytes = core.ports.queueBytes(port, 0) + (core.ports.paused(port) != 0 ? PAUSED : 0);
      if (bytes < least) {
        least = bytes;
        best = port;
      }
    }
    return best;
  }

  private int usable(int node, int first, int choices, int start, int address, int hash) {
    for (int i = 0; i < choices; i++) {
      int port = first + (start + i) % choices;
      port = circles ? fabric.inCircle(node, port) : port;
      if (reaches(port, address, hash)) {
        return port;
      }
    }
    return -1;
  }

  /** Whether a port is up and some path behind it leads to the address. */
  private boolean reaches(int port, int address, int hash) {
    if (faults.down(port)) {
      return false;
    }
    int node = fabric.owner(fabric.peer(port));
    if (node < core.endpoints) {
      return true;
    }
    int choices = fabric.choices(node, address);
    int first = fabric.firstChoice(node, address);
    return choices > 0 && usable(node, first, choices, 0, address, hash) >= 0;
  }
}
