package io.busbar.simulate.packet;

import io.busbar.simulate.fabric.Fabric;

/**
 * Adaptive paths of a dragonfly+: at the first spine a packet takes the emptiest link to its group,
 * or one to a third group whose spine has a link there, when twice that one's queue and a packet
 * are less (UGAL with local queues: Kim et al., ISCA 2008; Shpiner et al., HiPINEB 2017). Of N
 * groups that all send to the next, each has p direct links and at best p (N − 2)/2 more by
 * detours, which take two links each.
 *
 * <p>Lossless buffers must not wait in a circle: a detour begins with links of one half and ends
 * with links of the other ({@link Fabric#beginsDetours}), so that links of the second half wait for
 * no other global link. That leaves each spine half of the third groups. Real networks give the
 * second link a virtual lane of its own instead, and may take all.
 */
final class Detours {
  private static final int TRIES = 8;
  private static final int NONE = -1;
  private static final long PAUSED = 1L << 40;

  private final Core core;
  private final Fabric fabric;
  private final Faults faults;

  Detours(Core core, Faults faults) {
    this.core = core;
    this.faults = faults;
    fabric = core.fabric;
  }

  /**
   * The global port by which a packet leaves a spine.
   *
   * @param in the port it came in by
   * @return −1 where the switch is no spine that a packet leaves for another group
   */
  int next(int node, int in, int address, int hash) {
    if (!fabric.leavesGroup(node, address)) {
      return NONE;
    }
    int before = core.ports.peer(in);
    if (fabric.global(before)) {
      return emptiest(node, address, true);
    }
    int direct = emptiest(node, address, false);
    int detour = detour(node, address, hash);
    if (direct == NONE || detour == NONE) {
      return direct == NONE ? detour : direct;
    }
    return waiting(direct) > 2 * waiting(detour) + core.fullFrameBytes() ? detour : direct;
  }

  /**
   * The link to the address's group with the fewest bytes waiting; of a detour, one to end with.
   */
  private int emptiest(int node, int address, boolean ends) {
    int first = fabric.firstChoice(node, address);
    int best = NONE;
    long least = Long.MAX_VALUE;
    for (int port = first; port < first + fabric.choices(node, address); port++) {
      if (!faults.down(port) && !(ends && fabric.beginsDetours(port))) {
        long bytes = waiting(port);
        best = bytes < least ? port : best;
        least = Math.min(least, bytes);
      }
    }
    return best;
  }

  private int detour(int node, int address, int hash) {
    int first = fabric.firstUp(node);
    int ups = fabric.ups(node);
    int direct = fabric.firstChoice(node, address);
    int directs = fabric.choices(node, address);
    int start = Math.floorMod(hash, ups);
    for (int i = 0; i < TRIES; i++) {
      int port = first + (start + i) % ups;
      boolean third = port < direct || port >= direct + directs;
      boolean up = fabric.joined(port) && !faults.down(port);
      if (third && up && fabric.beginsDetours(port) && leadsOn(port, address)) {
        return port;
      }
    }
    return NONE;
  }

  private boolean leadsOn(int port, int address) {
    int node = core.ports.farNode(port);
    int first = fabric.firstChoice(node, address);
    for (int next = first; next < first + fabric.choices(node, address); next++) {
      if (!fabric.beginsDetours(next) && !faults.down(next)) {
        return true;
      }
    }
    return false;
  }

  private long waiting(int port) {
    return core.ports.queueBytes(port, 0) + (core.ports.paused(port) != 0 ? PAUSED : 0);
  }
}
