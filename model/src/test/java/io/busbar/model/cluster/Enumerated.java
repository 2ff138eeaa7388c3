package io.busbar.model.cluster;

import io.busbar.model.training.GroupAxis;
import io.busbar.model.training.Parallelism;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The groups of a layout found the slow way: every rank's coordinates by division along the order,
 * then the ranks that agree in what a kind does not vary.
 */
final class Enumerated {
  private static final int AXES = 3;

  private final Parallelism layout;
  private final int shard;
  private final int[] ofExpert = new int[AXES];
  private final int[] overExperts = new int[AXES];
  private final int nearDp;
  private final int farDp;

  Enumerated(Parallelism layout) {
    this.layout = layout;
    shard = layout.shardGroup() == 0 ? layout.dp() * layout.cp() : layout.shardGroup();
    int[] sizes = {layout.tp(), layout.cp(), layout.dp()};
    factors(layout.etp(), new int[] {0, 1, 2}, sizes, ofExpert);
    for (int a = 0; a < AXES; a++) {
      sizes[a] /= ofExpert[a];
    }
    int[] turns =
        layout.order().stream()
            .filter(a -> a == GroupAxis.TP || a == GroupAxis.CP || a == GroupAxis.EP)
            .mapToInt(a -> a == GroupAxis.TP ? 0 : a == GroupAxis.CP ? 1 : 2)
            .toArray();
    factors(layout.ep(), turns, sizes, overExperts);
    nearDp = ofExpert[2] * overExperts[2];
    farDp = layout.dp() / nearDp;
  }

  private static void factors(int wanted, int[] turns, int[] sizes, int[] into) {
    int left = wanted;
    Arrays.fill(into, 1);
    for (int axis : turns) {
      int factor = left;
      while (left % factor != 0 || sizes[axis] % factor != 0) {
        factor--;
      }
      into[axis] = factor;
      left /= factor;
    }
  }

  private int size(GroupAxis axis) {
    return switch (axis) {
      case TP -> layout.tp();
      case CP -> layout.cp();
      case PP -> layout.pp();
      case EP -> nearDp;
      case DP -> farDp;
    };
  }

  /** Groups in the order of their lowest rank; for the pipeline its pairs of neighbours. */
  List<int[]> groups(GroupKind kind) {
    Map<List<Integer>, List<Integer>> groups = new TreeMap<>(Enumerated::compare);
    for (int rank = 0; rank < layout.gpus(); rank++) {
      groups.computeIfAbsent(fixed(kind, rank), k -> new ArrayList<>()).add(rank);
    }
    List<int[]> all = new ArrayList<>();
    for (List<Integer> ranks : groups.values()) {
      if (kind != GroupKind.PP || ranks.size() == 1) {
        all.add(ranks.stream().mapToInt(r -> r).toArray());
        continue;
      }
      for (int i = 0; i + 1 < ranks.size(); i++) {
        all.add(new int[] {ranks.get(i), ranks.get(i + 1)});
      }
    }
    return all;
  }

  private static int compare(List<Integer> a, List<Integer> b) {
    for (int i = 0; i < a.size(); i++) {
      int order = Integer.compare(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private List<Integer> fixed(GroupKind kind, int rank) {
    int[] at = new int[GroupAxis.values().length];
    int rest = rank;
    int nearness = 0;
    int nearnessSize = 1;
    for (GroupAxis axis : layout.order()) {
      int digit = rest % size(axis);
      at[axis.ordinal()] = digit;
      rest /= size(axis);
      if (axis == GroupAxis.CP || axis == GroupAxis.EP || axis == GroupAxis.DP) {
        nearness += digit * nearnessSize;
        nearnessSize *= size(axis);
      }
    }
    int tp = at[GroupAxis.TP.ordinal()];
    int cp = at[GroupAxis.CP.ordinal()];
    int pp = at[GroupAxis.PP.ordinal()];
    int near = at[GroupAxis.EP.ordinal()];
    int far = at[GroupAxis.DP.ordinal()];
    int part = 0;
    int expert = 0;
    int copy = far;
    int[] places = {tp, cp, near};
    for (int a = 0; a < AXES; a++) {
      part = part * ofExpert[a] + places[a] % ofExpert[a];
      expert = expert * overExperts[a] + places[a] / ofExpert[a] % overExperts[a];
      copy = copy * 1000 + places[a] / (ofExpert[a] * overExperts[a]);
    }
    return switch (kind) {
      case TP -> List.of(cp, near, far, pp);
      case CP -> List.of(tp, near, far, pp);
      case DP -> List.of(tp, cp, pp, 0);
      case PP -> List.of(tp, cp, near, far);
      case SHARD -> List.of(tp, pp, nearness / shard, 0);
      case REPLICA -> List.of(tp, pp, nearness % shard, 0);
      case ETP -> List.of(pp, copy, expert, 0);
      case EP -> List.of(pp, copy, part, 0);
      case EXPERT_DP -> List.of(pp, expert, part, 0);
    };
  }

  /** Whether the shard group cuts no axis unevenly, so that it is a run of the dp·cp ranks. */
  boolean shardGroupIsRun() {
    int left = shard;
    for (GroupAxis axis : layout.order()) {
      if (axis == GroupAxis.TP || axis == GroupAxis.PP) {
        continue;
      }
      if (left % size(axis) != 0) {
        return size(axis) % left == 0;
      }
      left /= size(axis);
    }
    return true;
  }
}
