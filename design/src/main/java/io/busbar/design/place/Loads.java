package io.busbar.design.place;

import io.busbar.model.cluster.Level;
import java.util.Arrays;
import java.util.List;

/**
 * Weighs what the communicators of a kind send over the borders of blocks (leaf groups, pods)
 * against what their uplinks carry. In units of one rank's NIC rate, with r ranks of a communicator
 * in a domain and n in all, all communicators at once:
 *
 * <ul>
 *   <li>a ring sends r where it leaves a block;
 *   <li>a chain sends 1 where a stage and the next are in different blocks, either way;
 *   <li>an exchange sends k·(n − k)/(n − r) from a block with k of its ranks.
 * </ul>
 *
 * x nodes of g GPUs have x·g/o for that behind oversubscription o, and x·g/p for what goes to one
 * other group of a dragonfly+, p being its oversubscription towards one. On whole blocks this is
 * what {@link io.busbar.base.border.Border} says. Not thread-safe.
 */
final class Loads {
  /** A slot that has no node yet; what it will send does not count. */
  static final int OPEN = -1;

  private final Site site;
  private final int gpus;
  private final int[] leafNodes;
  private final int[] podNodes;
  private final double[] out;
  private final double[] in;
  private final int[] members;
  private final double[] pairs;

  Loads(Site site) {
    this.site = site;
    gpus = site.cluster().node().gpus();
    leafNodes = new int[site.leaves().size()];
    podNodes = new int[site.pods()];
    int most = Math.max(leafNodes.length, podNodes.length);
    out = new double[most];
    in = new double[most];
    members = new int[most];
    pairs = new double[site.pairOver() > 1 ? site.pods() * site.pods() : 0];
  }

  /**
   * @param order node of each slot, or {@link #OPEN}
   * @param room nodes that each leaf group may get of those still open; all 0 when none is open
   */
  Crossing[] of(List<Groups> kinds, int[] order, int[] room) {
    count(order, room);
    Crossing[] crossings = new Crossing[kinds.size()];
    for (int k = 0; k < crossings.length; k++) {
      crossings[k] = of(kinds.get(k), order);
    }
    return crossings;
  }

  /** Share that each leaf group's uplinks give, of the kind that gets the least. */
  double[] leafShares(List<Groups> kinds, int[] order) {
    count(order, new int[leafNodes.length]);
    double[] shares = new double[leafNodes.length];
    Arrays.fill(shares, 1);
    for (Groups kind : kinds) {
      clear(leafNodes.length);
      for (Groups.Group group : kind.groups()) {
        add(kind, group, order, true);
      }
      for (int b = 0; b < shares.length; b++) {
        shares[b] = Math.min(shares[b], share(b, leafNodes[b], site.leafOver(b)));
      }
    }
    return shares;
  }

  /** What blocks have at most: their nodes so far, and of the open ones as many as fit. */
  private void count(int[] order, int[] room) {
    Arrays.fill(leafNodes, 0);
    Arrays.fill(podNodes, 0);
    int open = 0;
    for (int node : order) {
      if (node == OPEN) {
        open++;
      } else {
        leafNodes[site.leafOf(node)]++;
        podNodes[site.podOf(node)]++;
      }
    }
    for (int leaf = 0; leaf < leafNodes.length; leaf++) {
      int more = Math.min(open, room[leaf]);
      leafNodes[leaf] += more;
      podNodes[site.podOfLeaf(leaf)] += more;
    }
  }

  private Crossing of(Groups kind, int[] order) {
    Level level = kind.leavesDomain() ? level(kind, order) : Level.SCALE_UP;
    double share = 1;
    if (level.compareTo(Level.SPINE) >= 0) {
      clear(leafNodes.length);
      for (Groups.Group group : kind.groups()) {
        add(kind, group, order, true);
      }
      for (int b = 0; b < leafNodes.length; b++) {
        share = Math.min(share, share(b, leafNodes[b], site.leafOver(b)));
      }
    }
    if (level == Level.CORE) {
      clear(podNodes.length);
      for (Groups.Group group : kind.groups()) {
        add(kind, group, order, false);
      }
      for (int b = 0; b < podNodes.length; b++) {
        share = Math.min(share, share(b, podNodes[b], site.podOver(b)));
      }
      share = Math.min(share, pairShare());
    }
    return new Crossing(kind.kind(), level, Math.min(share, slowestNode(kind, order)));
  }

  private void clear(int blocks) {
    Arrays.fill(out, 0, blocks, 0);
    Arrays.fill(in, 0, blocks, 0);
    Arrays.fill(pairs, 0);
  }

  /** What goes from one group of a dragonfly+ to another has the links of that pair. */
  private double pairShare() {
    double share = 1;
    int pods = site.pods();
    for (int pair = 0; pair < pairs.length; pair++) {
      double links = podNodes[pair / pods] * gpus / site.pairOver();
      share = pairs[pair] > 0 ? Math.min(share, links / pairs[pair]) : share;
    }
    return share;
  }

  private void pair(int from, int to, boolean leaf, double load) {
    if (!leaf && pairs.length > 0) {
      pairs[from * site.pods() + to] += load;
    }
  }

  private double share(int block, int nodes, double over) {
    double demand = Math.max(out[block], in[block]);
    return demand == 0 || over <= 1 ? 1 : nodes * gpus / over / demand;
  }

  /** NICs that are down or slow hold up every communicator of their node. */
  private double slowestNode(Groups kind, int[] order) {
    if (kind.mostSlots() < 2) {
      return 1;
    }
    double share = 1;
    for (int node : order) {
      share = node == OPEN ? share : Math.min(share, site.nodeShare(node));
    }
    return share;
  }

  private Level level(Groups kind, int[] order) {
    Level level = Level.LEAF;
    for (Groups.Group group : kind.groups()) {
      int first = OPEN;
      for (int slot : group.slots()) {
        int node = order[slot];
        if (node == OPEN) {
          continue;
        }
        first = first == OPEN ? node : first;
        if (site.podOf(node) != site.podOf(first)) {
          return Level.CORE;
        }
        level = site.leafOf(node) == site.leafOf(first) ? level : Level.SPINE;
      }
    }
    return level;
  }

  private int block(int node, boolean leaf) {
    return leaf ? site.leafOf(node) : site.podOf(node);
  }

  private void add(Groups kind, Groups.Group group, int[] order, boolean leaf) {
    switch (kind.pattern()) {
      case RING -> ring(group, (double) kind.together() * group.communicators(), order, leaf);
      case CHAIN -> chain(group, order, leaf);
      case EXCHANGE -> exchange(kind, group, order, leaf);
    }
  }

  private void ring(Groups.Group group, double streams, int[] order, boolean leaf) {
    int[] slots = group.slots();
    for (int i = 0; i < slots.length; i++) {
      int from = order[slots[i]];
      int to = order[slots[i + 1 == slots.length ? 0 : i + 1]];
      if (from != OPEN && to != OPEN && block(from, leaf) != block(to, leaf)) {
        out[block(from, leaf)] += streams;
        pair(block(from, leaf), block(to, leaf), leaf, streams);
      }
    }
  }

  private void chain(Groups.Group group, int[] order, boolean leaf) {
    int[] slots = group.slots();
    for (int i = 0; i + 1 < slots.length; i++) {
      int from = order[slots[i]];
      int to = order[slots[i + 1]];
      if (from != OPEN && to != OPEN && block(from, leaf) != block(to, leaf)) {
        out[block(from, leaf)] += group.communicators();
        in[block(to, leaf)] += group.communicators();
        pair(block(from, leaf), block(to, leaf), leaf, group.communicators());
      }
    }
  }

  private void exchange(Groups kind, Groups.Group group, int[] order, boolean leaf) {
    int placed = 0;
    for (int i = 0; i < group.slots().length; i++) {
      int node = order[group.slots()[i]];
      if (node != OPEN) {
        members[block(node, leaf)] += group.ranks()[i];
        placed += group.ranks()[i];
      }
    }
    double leaving = Math.max(1, kind.size() - kind.together());
    for (int from = 0; from < site.pods() && !leaf && pairs.length > 0; from++) {
      for (int to = 0; to < site.pods(); to++) {
        double sent = from == to ? 0 : (double) members[from] * members[to] / leaving;
        pair(from, to, false, sent * group.communicators());
      }
    }
    for (int slot : group.slots()) {
      int node = order[slot];
      if (node != OPEN && members[block(node, leaf)] > 0) {
        int b = block(node, leaf);
        double away = (double) members[b] * (placed - members[b]) / leaving;
        out[b] += away * group.communicators();
        members[b] = 0;
      }
    }
  }
}
