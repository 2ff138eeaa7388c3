package io.busbar.design;

import io.busbar.design.answer.DesignAnswer.Growth;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.Refusals;
import io.busbar.model.fabric.Sizer;
import io.busbar.model.fabric.TreeSize;
import org.jspecify.annotations.Nullable;

/**
 * How far a fabric can be extended. The layers above the leaves are laid out for the growth that
 * was asked for, so leaves are added where their spines have ports, then pods whose ports the
 * cores, or the other groups, keep free. Stateless.
 */
final class Growths {
  private static final int MOST_NODES = 1 << 21;

  private Growths() {}

  static Growth of(FabricDesign design) {
    FabricRequest request = design.request();
    TreeSize tree = design.tree();
    int perNode = request.node().gpus();
    long perGroup = design.gpusPerGroup();
    long full =
        tree.tiers() == 1
            ? design.leafRadix() / (design.nodeLeafLinks() / request.nodes()) * (long) perNode
            : (long) tree.leafGroups() * perGroup;
    long pods = tree.tiers() < 2 ? 1 : tree.pods();
    long withLeaves = tree.tiers() == 1 ? full : pods * tree.groupsPerPod() * perGroup;
    int grownHosts = request.grownNodes() * request.hostsPerNode();
    int groups = tree.tiers() < 2 ? 1 : Math.ceilDiv(grownHosts, design.hostsPerGroup());
    long addedGroups = Math.max(0, groups - tree.leafGroups());
    long addedPods = tree.tiers() < 2 ? 0 : Math.ceilDiv(groups, tree.groupsPerPod()) - pods;
    return new Growth(
        (long) request.grownNodes() * perNode,
        Math.max(design.gpus(), full),
        Math.max(design.gpus(), withLeaves),
        largest(request),
        addedGroups * tree.rails() * design.trees(),
        Math.max(0, addedPods) * tree.spinesPerPod() * design.trees());
  }

  /** The most nodes that can be joined, by halving; sizes grow without gaps. */
  private static long largest(FabricRequest request) {
    if (sized(request.withNodes(MOST_NODES, 0)) != null) {
      return 0;
    }
    int fits = request.nodes();
    int fails = MOST_NODES;
    while (fails - fits > 1) {
      int middle = fits + (fails - fits) / 2;
      if (sized(request.withNodes(middle, 0)) != null) {
        fits = middle;
      } else {
        fails = middle;
      }
    }
    return (long) fits * request.node().gpus();
  }

  private static @Nullable FabricDesign sized(FabricRequest request) {
    return Sizer.size(request, Refusals.SILENT);
  }
}
