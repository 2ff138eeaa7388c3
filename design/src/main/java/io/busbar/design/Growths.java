package io.busbar.design;

import io.busbar.base.problem.Problems;
import io.busbar.design.answer.DesignAnswer.Growth;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricRequest;
import io.busbar.model.fabric.Sizer;
import io.busbar.model.fabric.TreeSize;
import org.jspecify.annotations.Nullable;

/** How far a fabric can be extended. Stateless. */
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
            : tree.leafGroups() * perGroup;
    long pods = tree.tiers() < 2 ? 1 : tree.pods();
    long withLeaves = tree.tiers() == 1 ? full : pods * tree.groupsPerPod() * perGroup;
    FabricDesign grown = sized(request.withNodes(request.grownNodes(), request.grownNodes()));
    return new Growth(
        (long) request.grownNodes() * perNode,
        Math.max(design.gpus(), full),
        Math.max(design.gpus(), withLeaves),
        largest(request),
        grown == null ? 0 : Math.max(0, grown.leafSwitches() - design.leafSwitches()),
        grown == null ? 0 : Math.max(0, grown.spineSwitches() - design.spineSwitches()),
        grown == null ? 0 : Math.max(0, grown.coreSwitches() - design.coreSwitches()));
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
    return Sizer.size(request, new Problems());
  }
}
