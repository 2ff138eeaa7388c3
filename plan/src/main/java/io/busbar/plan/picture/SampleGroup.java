package io.busbar.plan.picture;

import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Level;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.training.Parallelism;
import java.util.ArrayList;
import java.util.List;

/**
 * One communicator that stands for all of its kind in a drawing.
 *
 * @param kind what it is for
 * @param gpus its GPUs
 * @param reach how far the kind reaches
 */
record SampleGroup(GroupKind kind, int[] gpus, Reach reach) {

  /**
   * A group of every kind of more than one rank that the training moves data in. They begin at
   * different GPUs as far as there are any, so that their lines do not cover each other.
   */
  static List<SampleGroup> of(Placement placement, Parallelism p, int gpusPerNode) {
    List<SampleGroup> groups = new ArrayList<>();
    add(GroupKind.TP, p.tp(), 0, placement, groups);
    add(GroupKind.CP, p.cp(), gpusPerNode / 2, placement, groups);
    add(GroupKind.EP, p.ep(), gpusPerNode / 2, placement, groups);
    add(GroupKind.PP, p.pp(), 1, placement, groups);
    add(GroupKind.DP, p.dp(), 2, placement, groups);
    return groups;
  }

  /** Takes the group that begins at the GPU wanted, or else the first one. */
  private static void add(
      GroupKind kind, int ranks, int wanted, Placement placement, List<SampleGroup> groups) {
    if (ranks == 1) {
      return;
    }
    List<int[]> samples = placement.sampleGroups(kind, wanted + 1);
    int[] last = samples.getLast();
    int[] gpus = last[0] == wanted ? last : samples.getFirst();
    groups.add(new SampleGroup(kind, gpus, placement.reach(kind)));
  }

  /** Colour class of the drawing. */
  String colour() {
    return switch (kind) {
      case TP, ETP -> "tp";
      case CP -> "cp";
      case EP, EXPERT_DP -> "ep";
      case PP -> "pp";
      case DP, SHARD, REPLICA -> "dp";
    };
  }

  /** What the legend calls it. */
  String name() {
    return switch (kind) {
      case TP -> "TP tensor";
      case CP -> "CP context";
      case EP -> "EP experts";
      case PP -> "PP stages";
      default -> kind + " replicas";
    };
  }

  boolean leavesDomain() {
    return reach.outermost() != Level.SCALE_UP;
  }

  /** Its GPUs on one node. */
  int[] on(int node, int gpusPerNode) {
    return java.util.Arrays.stream(gpus).filter(gpu -> gpu / gpusPerNode == node).toArray();
  }
}
