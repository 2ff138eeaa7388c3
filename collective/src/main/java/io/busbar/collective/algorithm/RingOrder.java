package io.busbar.collective.algorithm;

import io.busbar.collective.schedule.Locality;

/**
 * Order of ranks along the ring of a channel. A ring visits every node once and all its ranks in a
 * row, so it crosses each boundary once. Where nodes are alike, the rank that leaves a node and the
 * rank that is entered are on the same rail, and the channels use all rails evenly.
 *
 * <p>With several ranks per rail a ring enters on the first and leaves from the second rank of one
 * rail. With one rank per rail it cannot: it then alternates between two rails from node to node
 * (NCCL's NCCL_CROSS_NIC=2), and an odd number of nodes takes a third. In nodes that are meshes a
 * ring follows a cycle of {@link MeshOrder}, forwards and backwards in turn; of an odd number of
 * nodes the last then hands over to another rail.
 */
final class RingOrder {
  private final int[] rankAt;
  private final int[] positionOf;

  /**
   * @param paired whether two ranks each share a rail, {@link #paired}
   */
  RingOrder(Locality locality, int channel, boolean paired) {
    rankAt = new int[locality.ranks()];
    positionOf = new int[rankAt.length];
    int nodes = locality.nodes();
    int position = 0;
    for (int node = 0; node < nodes; node++) {
      int entry = entry(locality, channel, node, paired);
      int exit = exit(locality, channel, node, entry, paired);
      position = place(locality, node, entry, exit, position);
    }
    invert();
  }

  private RingOrder(int[] rankAt) {
    this.rankAt = rankAt;
    positionOf = new int[rankAt.length];
    invert();
  }

  private void invert() {
    for (int i = 0; i < rankAt.length; i++) {
      positionOf[rankAt[i]] = i;
    }
  }

  /** Nodes are alike, and the ranks of each have a link for each pair. */
  static RingOrder ofMeshes(Locality locality, int channel) {
    int size = locality.size(0);
    int[] cycle = MeshOrder.cycle(size, channel);
    int start = channel / MeshOrder.cycles(size) % size;
    int[] rankAt = new int[locality.ranks()];
    for (int node = 0; node < locality.nodes(); node++) {
      for (int i = 0; i < size; i++) {
        int place = node % 2 == 0 ? start + i : start + size - 1 - i;
        rankAt[node * size + i] = locality.rank(node, cycle[place % size]);
      }
    }
    return new RingOrder(rankAt);
  }

  private int place(Locality locality, int node, int entry, int exit, int position) {
    int size = locality.size(node);
    int at = position;
    for (int i = 0; i < size; i++) {
      int local = (entry + i) % size;
      if (local != exit || size == 1) {
        rankAt[at++] = locality.rank(node, local);
      }
    }
    if (size > 1) {
      rankAt[at++] = locality.rank(node, exit);
    }
    return at;
  }

  /** Local index at which the ring enters a node. */
  private static int entry(Locality locality, int channel, int node, boolean paired) {
    if (locality.nodes() == 1) {
      return channel % locality.size(0);
    }
    if (paired) {
      return channel % (locality.size(node) / 2) * 2;
    }
    return crossing(locality, channel, (node + locality.nodes() - 1) % locality.nodes());
  }

  private static int exit(Locality locality, int channel, int node, int entry, boolean paired) {
    int size = locality.size(node);
    if (locality.nodes() == 1) {
      return (entry + size - 1) % size;
    }
    int exit = paired ? entry + 1 : crossing(locality, channel, node);
    return exit == entry ? (exit + 1) % size : exit;
  }

  /** Local index on both sides of the boundary behind a node, when all nodes are alike. */
  private static int crossing(Locality locality, int channel, int node) {
    int nodes = locality.nodes();
    boolean third = nodes % 2 == 1 && node == nodes - 1;
    return (channel + (third ? 2 : node % 2)) % locality.smallest();
  }

  /** Whether local indices 2i and 2i+1 share a rail on every node. */
  static boolean paired(Locality locality) {
    if (!locality.equalNodes() || locality.size(0) % 2 != 0) {
      return false;
    }
    for (int node = 0; node < locality.nodes(); node++) {
      for (int local = 0; local < locality.size(node); local += 2) {
        int rail = locality.rail(locality.rank(0, local));
        if (locality.rail(locality.rank(node, local)) != rail
            || locality.rail(locality.rank(node, local + 1)) != rail) {
          return false;
        }
      }
    }
    return true;
  }

  /** Rank at a position; positions wrap around once in either direction. */
  int rank(int position) {
    int n = rankAt.length;
    return rankAt[position < 0 ? position + n : position >= n ? position - n : position];
  }

  int position(int rank) {
    return positionOf[rank];
  }
}
