package io.busbar.model.cluster;

import io.busbar.base.border.Border;
import io.busbar.base.grid.GridGroup;
import io.busbar.model.fabric.GridDesign;
import io.busbar.model.training.Parallelism;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ranks of a layout on the GPUs of a cluster: rank g sits on GPU g, and the order of axes
 * decides which ranks are near. Says for each kind of communicator how far it reaches. Costs follow
 * the number of axes, not of GPUs. Immutable and thread-safe.
 */
public final class Placement implements Reaches {
  private final Cluster cluster;
  private final RankGrid grid;
  private final @Nullable GridDesign links;

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
    this.links = cluster.grid();
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
    GridGroup lines = grid(box, chain, together);
    return new Reach(
        ranks,
        together,
        chain ? ranks / together : domains.blocks(),
        outermost,
        lines == null ? cluster.scaleUpBytesPerSecond(together) : lines.bytesPerSecond(),
        cluster.latencySeconds(Level.SCALE_UP),
        cluster.networkBytesPerSecond(),
        cluster.latencySeconds(leaves ? outermost : Level.LEAF),
        cluster.node().inSwitchReduction() && together > 1,
        cluster.network().sharp() && leaves,
        borders(box, domains, outermost),
        lines);
  }

  /** The lines of a grid on which the ranks of a domain lie; null without a grid. */
  private @Nullable GridGroup grid(Box box, boolean chain, int together) {
    if (links == null || together < 2) {
      return null;
    }
    double hop = cluster.latencySeconds(Level.SCALE_UP);
    return chain ? GridBox.pair(box.stride(0), links, hop) : GridBox.of(box, links, hop);
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

  /** The oversubscribed borders of the levels that the groups of a box cross. */
  private List<Border> borders(Box box, Spread domains, Level outermost) {
    return cluster
        .network()
        .borders(outermost, inLeaf(box, domains), inBlock(box, cluster.gpusPerPod()));
  }

  /** Where NICs are not wired by rail, a domain's NICs sit below any leaf: it has itself only. */
  private int inLeaf(Box box, Spread domains) {
    return cluster.network().wiring().regular()
        ? inBlock(box, cluster.gpusPerLeaf())
        : domains.fewestPerBlock();
  }

  private int inBlock(Box box, int block) {
    return Spread.perFullBlock(box, grid.ranks(), block);
  }
}
