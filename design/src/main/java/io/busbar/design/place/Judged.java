package io.busbar.design.place;

import io.busbar.design.place.PlaceAnswer.Dimension;
import io.busbar.design.place.PlaceAnswer.Placed;
import io.busbar.design.place.PlaceAnswer.Uplink;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Level;
import io.busbar.plan.step.StepCost;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Puts a placement and its cost together. */
final class Judged {
  /** Kinds of communicators of each dimension of the step. */
  enum Axis {
    TENSOR(GroupKind.TP),
    CONTEXT(GroupKind.CP),
    EXPERT(GroupKind.EP),
    PIPELINE(GroupKind.PP),
    DATA(GroupKind.SHARD, GroupKind.REPLICA, GroupKind.EXPERT_DP);

    private final Set<GroupKind> kinds;

    Axis(GroupKind first, GroupKind... more) {
      kinds = EnumSet.of(first, more);
    }

    Set<GroupKind> kinds() {
      return kinds;
    }

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    StepCost.Traffic of(StepCost cost) {
      return switch (this) {
        case TENSOR -> cost.tensor();
        case CONTEXT -> cost.context();
        case EXPERT -> cost.expert();
        case PIPELINE -> cost.pipeline();
        case DATA -> cost.data();
      };
    }
  }

  private Judged() {}

  static Placed of(Objective objective, int[] order) {
    Site site = objective.site();
    StepCost cost = objective.cost(order);
    Crossing[] crossings = objective.crossings(order);
    List<Dimension> dimensions = new ArrayList<>();
    for (Axis axis : Axis.values()) {
      Dimension dimension = dimension(axis, objective, crossings, cost);
      if (dimension.group() > 1) {
        dimensions.add(dimension);
      }
    }
    return new Placed(
        cost.step(),
        cost.exposedCommunication(),
        (int) Arrays.stream(order).map(site::leafOf).distinct().count(),
        (int) Arrays.stream(order).map(site::podOf).distinct().count(),
        uplinks(objective, order),
        dimensions,
        Arrays.stream(order).mapToObj(site.nodes()::get).toList());
  }

  private static List<Uplink> uplinks(Objective objective, int[] order) {
    Site site = objective.site();
    double[] shares = objective.leafShares(order);
    int[] nodes = new int[shares.length];
    for (int node : order) {
      nodes[site.leafOf(node)]++;
    }
    List<Uplink> uplinks = new ArrayList<>();
    for (int leaf = 0; leaf < shares.length; leaf++) {
      if (nodes[leaf] > 0) {
        uplinks.add(new Uplink(site.leaves().get(leaf), nodes[leaf], shares[leaf]));
      }
    }
    return uplinks;
  }

  private static Dimension dimension(
      Axis axis, Objective objective, Crossing[] crossings, StepCost cost) {
    int group = 1;
    Level level = Level.SCALE_UP;
    double share = 1;
    for (int k = 0; k < crossings.length; k++) {
      Groups groups = objective.groups().get(k);
      if (axis.kinds().contains(groups.kind()) && groups.size() > 1) {
        group = Math.max(group, groups.size());
        Crossing crossing = crossings[k];
        level = crossing.level().compareTo(level) > 0 ? crossing.level() : level;
        share = Math.min(share, crossing.share());
      }
    }
    String crosses = level.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Dimension(axis.word(), group, crosses, share, axis.of(cost).exposed());
  }
}
