package io.busbar.design.place;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Branch and bound over which leaf group each slot gets; nodes of a leaf group with the same
 * adapters are alike, and so are leaf groups and pods that nobody has used yet. A branch ends where
 * what is placed already costs as much as the best known. One use.
 */
final class Exact {
  private static final double BETTER = 1 - 1e-12;

  private final Objective objective;
  private final FreeNodes free;
  private final int most;
  private final int[] order;
  private final int[] room;

  /** Next free node of a leaf group, from its best; a slower node opens when those are taken. */
  private final int[] taken;

  private final int[] usedOfPod;
  private int[] best;
  private double bestSeconds;
  private int visited;

  /**
   * @param start a placement to beat
   * @param most branches to look at before giving up
   */
  Exact(Objective objective, FreeNodes free, int[] start, int most) {
    this.objective = objective;
    this.free = free;
    this.most = most;
    order = new int[objective.slots()];
    Arrays.fill(order, Loads.OPEN);
    room = free.room();
    taken = new int[room.length];
    usedOfPod = new int[objective.site().pods()];
    best = start.clone();
    bestSeconds = objective.seconds(start);
  }

  /**
   * @return whether the best placement is proved to be the best there is
   */
  boolean run() {
    place(0);
    return visited <= most;
  }

  int[] best() {
    return best;
  }

  private void place(int slot) {
    if (++visited > most) {
      return;
    }
    if (slot == order.length) {
      double seconds = objective.seconds(order);
      if (seconds < bestSeconds * BETTER) {
        bestSeconds = seconds;
        best = order.clone();
      }
      return;
    }
    for (int leaf : leaves(slot)) {
      int node = free.of(leaf)[taken[leaf]];
      order[slot] = node;
      taken[leaf]++;
      room[leaf]--;
      usedOfPod[objective.site().podOfLeaf(leaf)]++;
      if (objective.bound(order, room) < bestSeconds * BETTER) {
        place(slot + 1);
      }
      usedOfPod[objective.site().podOfLeaf(leaf)]--;
      room[leaf]++;
      taken[leaf]--;
      order[slot] = Loads.OPEN;
    }
  }

  /** Leaf groups worth trying for a slot, that of the slot before first. */
  private List<Integer> leaves(int slot) {
    List<Integer> found = new ArrayList<>();
    int before = slot == 0 ? -1 : objective.site().leafOf(order[slot - 1]);
    if (before >= 0 && room[before] > 0) {
      found.add(before);
    }
    Set<String> fresh = new HashSet<>();
    for (int leaf = 0; leaf < room.length; leaf++) {
      boolean first = taken[leaf] > 0 || fresh.add(signature(leaf));
      if (leaf != before && room[leaf] > 0 && first) {
        found.add(leaf);
      }
    }
    return found;
  }

  /** The same for leaf groups between which nothing tells so far. */
  private String signature(int leaf) {
    Site site = objective.site();
    int pod = site.podOfLeaf(leaf);
    StringBuilder out = new StringBuilder();
    out.append(usedOfPod[pod] > 0 ? "pod " + pod : podSignature(pod)).append('|');
    return out.append(own(leaf)).toString();
  }

  private String own(int leaf) {
    StringBuilder out = new StringBuilder();
    out.append(objective.site().leafOver(leaf)).append(':');
    for (int node : free.of(leaf)) {
      out.append(objective.site().nodeShare(node)).append(',');
    }
    return out.toString();
  }

  private String podSignature(int pod) {
    List<String> parts = new ArrayList<>();
    for (int leaf = 0; leaf < room.length; leaf++) {
      if (objective.site().podOfLeaf(leaf) == pod) {
        parts.add(own(leaf));
      }
    }
    parts.sort(String::compareTo);
    return objective.site().podOver(pod) + parts.toString();
  }
}
