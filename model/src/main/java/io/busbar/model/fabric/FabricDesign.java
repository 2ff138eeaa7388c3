package io.busbar.model.fabric;

/**
 * A fabric that can be built: equal trees with all counts of the whole. Links are counted as the
 * switches see them, cables as they are bought: a cable carries the links of all planes of a NIC
 * port, or one wider link between switches. Immutable.
 *
 * @param request what it was wanted for
 * @param tree one of its equal trees
 * @param leafRadix ports of a leaf at the rate of the links to the nodes
 * @param spineRadix ports of a spine at the rate of the links from the leaves
 * @param coreRadix ports of a core at the rate of the links from the spines
 * @param width ports of a leaf that one link upwards takes
 * @param spineWidth ports of a spine that one link upwards takes
 * @param hostsPerGroup hosts below the same leaves
 * @param misfit why it cannot be built: what stands in for a cluster whose fabric is only assumed;
 *     empty when it can
 */
public record FabricDesign(
    FabricRequest request,
    TreeSize tree,
    int leafRadix,
    int spineRadix,
    int coreRadix,
    int width,
    int spineWidth,
    int hostsPerGroup,
    String misfit) {

  /** No fabric: nodes without NICs, which stay alone. */
  public static FabricDesign none(FabricRequest request) {
    TreeSize nothing = new TreeSize(0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0);
    int hosts = request.nodes() * request.hostsPerNode();
    return new FabricDesign(request, nothing, 0, 0, 0, 1, 1, hosts, "");
  }

  public int trees() {
    return request.trees();
  }

  public int gpus() {
    return request.nodes() * request.node().gpus();
  }

  public int hosts() {
    return request.nodes() * request.hostsPerNode();
  }

  public int leafSwitches() {
    return trees() * tree.leaves();
  }

  public int spineSwitches() {
    return trees() * tree.spines();
  }

  public int coreSwitches() {
    return trees() * tree.cores();
  }

  public int switches() {
    return trees() * tree.switches();
  }

  public long nodeLeafCables() {
    return (long) request.nodes() * request.node().nics();
  }

  public long nodeLeafLinks() {
    return nodeLeafCables() * request.planes();
  }

  public long leafSpineLinks() {
    return trees() * tree.leafSpineLinks();
  }

  public long spineCoreLinks() {
    return trees() * tree.spineCoreLinks();
  }

  public long leafSpineCables() {
    return cables(leafSpineLinks(), request.uplink());
  }

  public long spineCoreCables() {
    return cables(spineCoreLinks(), request.coreLink());
  }

  /** Cables between the groups of a dragonfly+. */
  public long globalCables() {
    return cables(trees() * tree.globalLinks(), request.uplink());
  }

  /** Cables between switches carry as much as a NIC port, or one link where that is more. */
  private long cables(long links, double link) {
    double cable = Math.max(request.node().nicBytesPerSecond(), link);
    return Math.ceilDiv(links, Math.max(1, Math.round(cable / link)));
  }

  /** GPUs below the same leaves: the scalable unit. */
  public int gpusPerGroup() {
    return hostsPerGroup * request.node().gpusPerHost();
  }

  /** Oversubscription of a full leaf as built. */
  public double leafOversubscription() {
    return tree.tiers() < 2 ? 1 : (double) tree.leafDown() / (width * tree.leafUp());
  }

  /** Oversubscription of a full spine as built. */
  public double spineOversubscription() {
    if (tree.pairLinks() > 0) {
      double out = (double) tree.pairLinks() * (tree.pods() - 1);
      return Math.max(1, tree.spineDown() * tree.spinesPerPod() / out);
    }
    return tree.tiers() < 3
        ? 1
        : Math.max(1, (double) tree.spineDown() / (spineWidth * tree.spineUp()));
  }

  /**
   * Bandwidth into a full pod over that of the links to one other pod: of the links of a pair in a
   * dragonfly+; in a tree every link upwards leads to every other pod.
   */
  public double podPairOversubscription() {
    return tree.pairLinks() > 0
        ? Math.max(1, (double) tree.spineDown() * tree.spinesPerPod() / tree.pairLinks())
        : spineOversubscription();
  }

  public long leafPortsLeft() {
    return (long) leafSwitches() * leafRadix - nodeLeafLinks() - width * leafSpineLinks();
  }

  public long spinePortsLeft() {
    return (long) spineSwitches() * spineRadix
        - leafSpineLinks()
        - spineWidth * spineCoreLinks()
        - 2L * trees() * tree.globalLinks();
  }

  public long corePortsLeft() {
    return (long) coreSwitches() * coreRadix - spineCoreLinks();
  }

  /** What all NIC ports send at once, one direction. */
  public double injectionBytesPerSecond() {
    return nodeLeafCables() * request.node().nicBytesPerSecond();
  }

  /** Bandwidth from the first half of the nodes to the second, one direction. */
  public double bisectionBytesPerSecond() {
    return trees() * Bisection.ofTree(this);
  }

  /** The same over what half of the nodes send: 1 where nothing is oversubscribed. */
  public double bisectionShare() {
    int half = hosts() / 2;
    return half == 0
        ? 1
        : bisectionBytesPerSecond()
            / (half * request.nicsPerHost() * request.node().nicBytesPerSecond());
  }
}
