package io.busbar.design.place;

import io.busbar.model.cluster.Level;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A step that no placement on the free nodes beats: each kind of communicator is placed as if it
 * were alone. A kind that fits below leaf groups stays there. One that does not has at least one
 * crossing in a block, and when it is larger than every block, one in each block that is used; the
 * fewest blocks that hold the job are at least m, so the worst of them is no better than the m-th
 * best. Holds as far as more bandwidth never makes the predicted step slower.
 */
final class Relaxation {
  private final Objective objective;
  private final FreeNodes free;
  private final int gpus;

  private Relaxation(Objective objective, FreeNodes free) {
    this.objective = objective;
    this.free = free;
    this.gpus = objective.cluster().node().gpus();
  }

  /** Seconds. */
  static double of(Objective objective, FreeNodes free) {
    Relaxation relaxation = new Relaxation(objective, free);
    List<Groups> kinds = objective.groups();
    Crossing[] crossings = new Crossing[kinds.size()];
    for (int k = 0; k < crossings.length; k++) {
      crossings[k] = relaxation.best(kinds.get(k));
    }
    return objective.cost(crossings).step();
  }

  private Crossing best(Groups kind) {
    if (!kind.leavesDomain()) {
      return new Crossing(kind.kind(), Level.SCALE_UP, 1);
    }
    if (kind.mostSlots() < 2) {
      return new Crossing(kind.kind(), Level.LEAF, 1);
    }
    double share = slowestOfBest();
    int slots = fewestSlots(kind);
    if (slots == 0 || fits(free.room(), slots, kind.groups().size())) {
      return new Crossing(kind.kind(), Level.LEAF, share);
    }
    Site site = objective.site();
    share = Math.min(share, share(kind, slots, free.room(), site::leafOver));
    if (fits(free.ofPods(), slots, kind.groups().size())) {
      return new Crossing(kind.kind(), Level.SPINE, share);
    }
    share = Math.min(share, share(kind, slots, free.ofPods(), site::podOver));
    return new Crossing(kind.kind(), Level.CORE, share);
  }

  /** The worst adapters of the job when it takes the best nodes. */
  private double slowestOfBest() {
    double[] shares =
        Arrays.stream(free.order()).mapToDouble(objective.site()::nodeShare).sorted().toArray();
    return shares[shares.length - objective.slots()];
  }

  /** Slots of the smallest communicator; 0 when slots are in several, which tells nothing. */
  private static int fewestSlots(Groups kind) {
    Set<Integer> seen = new HashSet<>();
    int fewest = Integer.MAX_VALUE;
    for (Groups.Group group : kind.groups()) {
      int[] own = Arrays.stream(group.slots()).distinct().toArray();
      fewest = Math.min(fewest, own.length);
      for (int slot : own) {
        if (!seen.add(slot)) {
          return 0;
        }
      }
    }
    return fewest;
  }

  private static boolean fits(int[] room, int slots, int groups) {
    return Arrays.stream(room).mapToLong(nodes -> nodes / slots).sum() >= groups;
  }

  private interface Oversubscription {
    double of(int block);
  }

  private double share(Groups kind, int slots, int[] room, Oversubscription over) {
    boolean all = Arrays.stream(room).max().orElse(0) < slots;
    if (!all && kind.pattern() == Groups.Pattern.EXCHANGE) {
      return 1;
    }
    double[] values = new double[room.length];
    for (int b = 0; b < room.length; b++) {
      values[b] = room[b] == 0 ? 0 : value(kind, room[b], over.of(b));
    }
    Arrays.sort(values);
    int used = all ? fewestBlocks(room) : 1;
    return Math.min(1, values[values.length - used]);
  }

  private int fewestBlocks(int[] room) {
    int[] sorted = room.clone();
    Arrays.sort(sorted);
    int held = 0;
    int blocks = 0;
    while (held < objective.slots()) {
      held += sorted[sorted.length - ++blocks];
    }
    return blocks;
  }

  private double value(Groups kind, int nodes, double over) {
    if (over <= 1) {
      return 1;
    }
    Groups.Group group = kind.groups().getFirst();
    int communicators =
        kind.groups().stream().mapToInt(Groups.Group::communicators).min().orElse(1);
    return switch (kind.pattern()) {
      case RING -> nodes * gpus / over / ((double) kind.together() * communicators);
      case CHAIN -> nodes * gpus / over / communicators;
      case EXCHANGE -> {
        int perSlot = Arrays.stream(group.ranks()).max().orElse(1);
        double inside = Math.min(kind.size() - 1.0, (double) nodes * perSlot);
        yield (kind.size() - kind.together()) / ((kind.size() - inside) * over);
      }
    };
  }
}
