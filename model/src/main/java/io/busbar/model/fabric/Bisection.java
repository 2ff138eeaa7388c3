package io.busbar.model.fabric;

/**
 * Bandwidth from the first half of the hosts of a tree to the rest, one direction. Leaves of a pod
 * have equal links to each of its spines, and pods to each core, so a layer carries whatever its
 * links carry, and the figure follows layer by layer: what stays below a switch goes first (b =
 * min(in, out)), the rest leaves over its links upwards. Equal to the maximum flow. Stateless.
 */
final class Bisection {
  private final double nic;
  private final double leafUp;
  private double below;
  private double sends;
  private double takes;

  private Bisection(FabricDesign design) {
    FabricRequest request = design.request();
    int rails = Math.max(1, design.tree().rails());
    int ports =
        request.nicsPerHost()
            / (request.topology() == FabricTopology.RAIL_ONLY ? request.rails() : rails);
    nic = ports * request.linkBytesPerSecond();
    leafUp = design.tree().leafUp() * request.uplink();
  }

  /** One tree, bytes per second. */
  static double ofTree(FabricDesign design) {
    TreeSize tree = design.tree();
    int hosts = design.hosts();
    int half = hosts / 2;
    Bisection layers = new Bisection(design);
    if (tree.tiers() == 1) {
      return half * layers.nic;
    }
    return tree.pairLinks() > 0 ? layers.dragonfly(design, half) : layers.clos(design, half);
  }

  private double clos(FabricDesign design, int half) {
    TreeSize tree = design.tree();
    double total = 0;
    double up = 0;
    double down = 0;
    double podUp = (double) tree.spinesPerPod() * tree.spineUp() * design.request().coreLink();
    for (int pod = 0; pod < tree.pods(); pod++) {
      pod(design, pod, half);
      total += below;
      if (tree.tiers() == 3) {
        up += Math.min(sends, podUp);
        down += Math.min(takes, podUp);
      }
    }
    return total + Math.min(up, down);
  }

  /** What stays inside a pod, and what its leaves can send and take beyond. */
  private void pod(FabricDesign design, int pod, int half) {
    TreeSize tree = design.tree();
    int first = pod * tree.groupsPerPod();
    int last = Math.min(tree.leafGroups(), first + tree.groupsPerPod());
    double local = 0;
    double up = 0;
    double down = 0;
    for (int group = first; group < last; group++) {
      int from = group * design.hostsPerGroup();
      int to = Math.min(design.hosts(), from + design.hostsPerGroup());
      int left = Math.clamp(half - from, 0, to - from);
      double in = left * nic;
      double out = (to - from - left) * nic;
      double here = Math.min(in, out);
      local += tree.rails() * here;
      up += tree.rails() * Math.min(in - here, leafUp);
      down += tree.rails() * Math.min(out - here, leafUp);
    }
    double across = Math.min(up, down);
    below = local + across;
    sends = up - across;
    takes = down - across;
  }

  /**
   * Groups joined pairwise: the smallest cut has every group wholly on one side, limited either by
   * what it sends or takes or by its links to the groups of the other side.
   */
  private double dragonfly(FabricDesign design, int half) {
    TreeSize tree = design.tree();
    int pods = tree.pods();
    double[] send = new double[pods];
    double[] take = new double[pods];
    double inside = 0;
    for (int pod = 0; pod < pods; pod++) {
      pod(design, pod, half);
      inside += below;
      send[pod] = sends;
      take[pod] = takes;
    }
    double pair = tree.pairLinks() * design.request().uplink();
    double best = Double.POSITIVE_INFINITY;
    int split = half / (tree.groupsPerPod() * design.hostsPerGroup());
    for (int choice = 0; choice < 16; choice++) {
      double cut = 0;
      int left = 0;
      for (int pod = 0; pod < pods; pod++) {
        int bit = pod == split ? 0 : pod == pods - 1 ? 1 : pod < split ? 2 : 3;
        boolean onLeft = (choice >> bit & 1) == 1;
        left += onLeft ? 1 : 0;
        cut += onLeft ? take[pod] : send[pod];
      }
      best = Math.min(best, cut + (double) left * (pods - left) * pair);
    }
    return inside + best;
  }
}
