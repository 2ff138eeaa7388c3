package io.busbar.tune.advice;

import io.busbar.collective.api.GroupShape;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.training.Parallelism;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The communicators of a training layout that run collectives. Stateless. */
public final class PlanGroups {
  /** A pipeline sends and receives, for which NCCL has no choice. */
  private static final List<GroupKind> KINDS =
      List.of(
          GroupKind.SHARD,
          GroupKind.DP,
          GroupKind.REPLICA,
          GroupKind.TP,
          GroupKind.CP,
          GroupKind.EP,
          GroupKind.EXPERT_DP);

  private PlanGroups() {}

  /** By name, those of several ranks; one of each shape. */
  public static Map<String, GroupShape> of(Cluster cluster, Parallelism layout) {
    Placement placement = new Placement(cluster, layout);
    Map<String, GroupShape> groups = new LinkedHashMap<>();
    for (GroupKind kind : KINDS) {
      Reach reach = placement.reach(kind);
      GroupShape shape = shape(reach);
      if (reach.ranks() > 1 && !groups.containsValue(shape)) {
        groups.put("the " + kind.name().replace('_', '-') + " group", shape);
      }
    }
    return groups;
  }

  private static GroupShape shape(Reach r) {
    return new GroupShape(
        r.ranks(),
        r.ranksPerDomain(),
        r.insideBytesPerSecond(),
        r.insideLatencySeconds(),
        r.outsideBytesPerSecond(),
        r.outsideLatencySeconds(),
        r.nvls(),
        r.sharp(),
        r.borders(),
        r.grid());
  }
}
