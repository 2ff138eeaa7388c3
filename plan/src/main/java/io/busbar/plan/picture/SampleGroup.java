package io.busbar.plan.picture;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Level;
import io.busbar.model.cluster.Placement;
import io.busbar.model.cluster.Reach;
import io.busbar.model.training.Parallelism;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One communicator that stands for all of its kind in a drawing.
 *
 * @param kind what it is for
 * @param gpus its GPUs
 * @param outermost the level that this very group goes up to
 * @param reach how far the kind reaches
 */
record SampleGroup(GroupKind kind, int[] gpus, Level outermost, Reach reach) {

  /**
   * A group of every kind of more than one rank that has a rank on the first node; one that goes as
   * far as its kind does, if there is any there. They begin at different GPUs as far as possible,
   * so that their lines do not cover each other.
   */
  static List<SampleGroup> of(Cluster cluster, Parallelism p) {
    Placement placement = new Placement(cluster, p);
    int gpus = cluster.node().gpus();
    List<SampleGroup> groups = new ArrayList<>();
    add(GroupKind.TP, p.tp(), 0, cluster, placement, groups);
    add(GroupKind.CP, p.cp(), gpus / 2, cluster, placement, groups);
    add(GroupKind.EP, p.ep(), gpus / 2, cluster, placement, groups);
    add(GroupKind.PP, p.pp(), 1, cluster, placement, groups);
    add(GroupKind.DP, p.dp(), 2, cluster, placement, groups);
    return groups;
  }

  private static void add(
      GroupKind kind,
      int ranks,
      int wanted,
      Cluster cluster,
      Placement placement,
      List<SampleGroup> groups) {
    if (ranks == 1) {
      return;
    }
    Reach reach = placement.reach(kind);
    int gpusPerNode = cluster.node().gpus();
    placement.sampleGroups(kind, gpusPerNode).stream()
        .filter(gpus -> gpus[0] < gpusPerNode)
        .map(gpus -> new SampleGroup(kind, gpus, farthest(cluster, gpus), reach))
        .max(
            Comparator.comparing(SampleGroup::outermost)
                .thenComparing(group -> group.gpus[0] == wanted)
                .thenComparing(group -> -group.gpus[0]))
        .ifPresent(groups::add);
  }

  private static Level farthest(Cluster cluster, int[] gpus) {
    Level outermost = Level.SCALE_UP;
    for (int gpu : gpus) {
      Level level = cluster.level(gpus[0], gpu);
      outermost = level.compareTo(outermost) > 0 ? level : outermost;
    }
    return outermost;
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
    return outermost != Level.SCALE_UP;
  }

  /** Whether two of its GPUs share a scale-up domain. */
  boolean sharesDomain(int gpusPerDomain) {
    return IntStream.of(gpus).map(gpu -> gpu / gpusPerDomain).distinct().count() < gpus.length;
  }

  /** Its GPUs on one node. */
  int[] on(int node, int gpusPerNode) {
    return IntStream.of(gpus).filter(gpu -> gpu / gpusPerNode == node).toArray();
  }
}
