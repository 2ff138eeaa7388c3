package io.busbar.model.cluster;

import io.busbar.model.training.ContextParallel;
import io.busbar.model.training.Parallelism;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The ranks of a layout on the GPUs of a cluster: rank g sits on GPU g, and the order of axes
 * decides which ranks are near. Says for each kind of communicator how far it reaches. Costs follow
 * the number of axes, not of GPUs. Immutable and thread-safe.
 */
public final class Placement implements Reaches {
  private final Cluster cluster;
  private final RankGrid grid;
  private final boolean contextToAll;

  /**
   * @throws IllegalArgumentException when the layout needs more GPUs than the cluster has, its
   *     order is no permutation of the axes, or its groups do not divide each other
   */
  public Placement(Cluster cluster, Parallelism parallelism) {
    if (parallelism.gpus() > cluster.gpus()) {
      throw new IllegalArgumentException(
          "a layout of " + parallelism.gpus() + " GPUs on " + cluster.gpus());
    }
    this.cluster = cluster;
    this.grid = new RankGrid(parallelism);
    this.contextToAll = parallelism.contextKind() == ContextParallel.ALL_TO_ALL;
  }

  @Override
  public Reach reach(GroupKind kind) {
    Box box = grid.box(kind);
    boolean chain = kind == GroupKind.PP;
    Spread domains = Spread.of(box, grid.ranks(), cluster.gpusPerDomain());
    Level outermost = outermost(box);
    boolean leaves = outermost != Level.SCALE_UP;
    int ranks = chain ? Math.min(2, box.ranks()) : box.ranks();
    int together = chain ? (leaves ? 1 : ranks) : domains.fewestPerBlock();
    return new Reach(
        ranks,
        together,
        chain ? ranks / together : domains.blocks(),
        outermost,
        cluster.scaleUpBytesPerSecond(together),
        cluster.latencySeconds(Level.SCALE_UP),
        cluster.networkBytesPerSecond() * fabricShare(kind, box, domains, outermost),
        cluster.latencySeconds(leaves ? outermost : Level.LEAF),
        cluster.node().inSwitchReduction() && together > 1,
        cluster.network().sharp() && leaves);
  }

  /** The kinds of which some communicator leaves its scale-up domain. */
  public Set<GroupKind> leavingDomain() {
    Set<GroupKind> kinds = EnumSet.noneOf(GroupKind.class);
    for (GroupKind kind : GroupKind.values()) {
      if (Spread.crosses(grid.box(kind), grid.ranks(), cluster.gpusPerDomain())) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /**
   * The GPUs of some communicators, those with the lowest first; for the pipeline all stages of a
   * replica in their order.
   */
  public List<int[]> sampleGroups(GroupKind kind, int max) {
    Box box = grid.box(kind);
    List<int[]> groups = new ArrayList<>();
    for (int base : grid.bases(kind, max)) {
      int[] gpus = new int[box.ranks()];
      for (int i = 0; i < gpus.length; i++) {
        gpus[i] = base + box.offset(i);
      }
      groups.add(gpus);
    }
    return groups;
  }

  private Level outermost(Box box) {
    int ranks = grid.ranks();
    if (!Spread.crosses(box, ranks, cluster.gpusPerDomain())) {
      return Level.SCALE_UP;
    }
    if (!Spread.crosses(box, ranks, cluster.gpusPerLeaf())) {
      return cluster.nearest(Level.LEAF);
    }
    return Spread.crosses(box, ranks, cluster.gpusPerPod()) ? Level.CORE : Level.SPINE;
  }

  /**
   * Part of its NIC share that a rank gets behind the oversubscription of the levels it crosses.
   */
  private double fabricShare(GroupKind kind, Box box, Spread domains, Level outermost) {
    if (outermost.compareTo(Level.SPINE) < 0) {
      return 1;
    }
    double leafOver = cluster.network().leafOversubscription();
    double share = share(kind, box, domains, cluster.gpusPerLeaf(), leafOver);
    if (outermost == Level.CORE) {
      double over = leafOver * cluster.network().spineOversubscription();
      share = Math.min(share, share(kind, box, domains, cluster.gpusPerPod(), over));
    }
    return share;
  }

  /**
   * Share of its NIC rate that a rank gets across the border of a block (leaf group or pod) with
   * oversubscription o, when k of the group's n ranks are in the block, r of them per domain, and
   * all groups communicate at once:
   *
   * <ul>
   *   <li>rings send r·B over the border, which has k·B/o for them: min(1, (k/r)/o);
   *   <li>a pipeline sends only from its last stage in the block: min(1, k/o);
   *   <li>in an all-to-all (n−k)/(n−r) of the bytes that leave the domain cross as well: min(1,
   *       (n−r)/((n−k)·o)).
   * </ul>
   *
   * Derived from the bytes of each pattern; spreading over the links of a level is assumed even.
   */
  private double share(GroupKind kind, Box box, Spread domains, int block, double over) {
    if (over <= 1) {
      return 1;
    }
    int ranks = box.ranks();
    double inBlock = Spread.of(box, grid.ranks(), block).fewestPerBlock();
    double inDomain = domains.fewestPerBlock();
    if (kind == GroupKind.PP) {
      return Math.min(1, inBlock / over);
    }
    if (kind == GroupKind.EP || (kind == GroupKind.CP && contextToAll)) {
      return Math.min(1, (ranks - inDomain) / ((ranks - inBlock) * over));
    }
    return Math.min(1, Math.max(1, inBlock / inDomain) / over);
  }
}
