package io.busbar.simulate.packet;

import io.busbar.simulate.fabric.Fabric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds ports that wait for each other in a circle. A port that is paused, or has no credit, waits
 * for the far switch to send what came in by that link; so it waits for the ports where such
 * packets queue. A circle of paused ports never moves again.
 */
final class WaitCycle {
  private static final int UNSEEN = 0;
  private static final int OPEN = 1;
  private static final int CLOSED = 2;

  private final Region[] regions;
  private final Fabric fabric;
  private final int classes;
  private final int[] state;
  private final int[] waitsFor;

  WaitCycle(Region[] regions) {
    this.regions = regions;
    fabric = regions[0].core.fabric;
    classes = regions[0].core.classes;
    state = new int[fabric.ports()];
    waitsFor = new int[fabric.ports()];
    Arrays.fill(waitsFor, -1);
  }

  /** The ports of one circle, each waiting for the next; empty when there is none. */
  List<Integer> find() {
    for (int port = 0; port < state.length; port++) {
      if (paused(port) != 0) {
        waitsFor[port] = blocker(port);
      }
    }
    for (int port = 0; port < state.length; port++) {
      List<Integer> cycle = follow(port);
      if (!cycle.isEmpty()) {
        return cycle;
      }
    }
    return List.of();
  }

  /** A paused port of the far switch whose first packet came in by this port's link. */
  private int blocker(int port) {
    int in = fabric.peer(port);
    int node = fabric.owner(in);
    if (node < fabric.endpoints()) {
      return -1;
    }
    for (int out = fabric.firstPort(node); out < fabric.endPort(node); out++) {
      for (int c = 0; c < classes; c++) {
        if ((paused(port) >>> c & 1) != 0
            && (paused(out) >>> c & 1) != 0
            && holdsPacketFrom(out, c, in)) {
          return out;
        }
      }
    }
    return -1;
  }

  private int paused(int port) {
    return coreOf(port).ports.paused(port);
  }

  private Core coreOf(int port) {
    Core any = regions[0].core;
    return regions.length == 1 ? any : regions[any.regions.of(fabric.owner(port))].core;
  }

  private boolean holdsPacketFrom(int out, int trafficClass, int in) {
    Core core = coreOf(out);
    for (int packet = core.ports.firstQueued(out, trafficClass);
        packet != Packets.NONE;
        packet = core.packets.next(packet)) {
      if (core.packets.cameIn(packet) == in) {
        return true;
      }
    }
    return false;
  }

  private List<Integer> follow(int start) {
    int port = start;
    while (port >= 0 && state[port] == UNSEEN) {
      state[port] = OPEN;
      port = waitsFor[port];
    }
    List<Integer> cycle = new ArrayList<>();
    if (port >= 0 && state[port] == OPEN) {
      int at = port;
      do {
        cycle.add(at);
        at = waitsFor[at];
      } while (at != port);
    }
    for (int at = start; at >= 0 && state[at] == OPEN; at = waitsFor[at]) {
      state[at] = CLOSED;
    }
    return cycle;
  }
}
