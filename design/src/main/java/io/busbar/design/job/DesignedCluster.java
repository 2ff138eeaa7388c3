package io.busbar.design.job;

import io.busbar.design.input.Family;
import io.busbar.design.size.FabricDesign;
import io.busbar.design.size.FabricRequest;
import io.busbar.design.size.FabricTopology;
import io.busbar.design.size.TreeSize;
import io.busbar.model.catalog.Range;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Network;
import io.busbar.model.cluster.Topology;

/**
 * A cluster on a designed fabric, for the models of time. Planes count as one switch of their
 * capacity together; the links between the groups of a dragonfly+ as a core with the bandwidth that
 * is left between groups. Blocks are whole nodes. Stateless.
 */
public final class DesignedCluster {
  private DesignedCluster() {}

  /**
   * The nodes of {@code base} on the fabric.
   *
   * @param sharp whether switches reduce
   */
  public static Cluster of(FabricDesign design, Cluster base, boolean sharp) {
    FabricRequest request = design.request();
    TreeSize tree = design.tree();
    Network usual = base.network();
    boolean plain = request.topology() == FabricTopology.FAT_TREE;
    Range latency = request.switchType().latencySeconds();
    Family family = Family.of(request.switchType());
    int perLeaf =
        tree.tiers() == 1
            ? base.nodes()
            : Math.max(1, design.hostsPerGroup() / request.hostsPerNode());
    long perPod = tree.tiers() == 1 ? perLeaf : (long) perLeaf * tree.groupsPerPod();
    boolean above = tree.tiers() == 3 || tree.pairLinks() > 0;
    double uplink = request.uplink() * request.planes();
    return base.withNetwork(
        new Network(
            family.kind(),
            plain ? Topology.PLAIN : Topology.RAIL_OPTIMISED,
            request.rails(),
            perLeaf,
            (int) Math.min(Integer.MAX_VALUE, above ? perPod : Math.max(perPod, base.nodes())),
            design.leafOversubscription(),
            design.spineOversubscription(),
            uplink,
            uplink,
            request.switchType().name(),
            request.switchType().bytesPerSecond() * request.planes(),
            usual.leafLatencySeconds(),
            latency == null ? usual.switchLatencySeconds() : latency.middle(),
            usual.linkLatencySeconds(),
            sharp,
            usual.gpuDirect(),
            usual.staging(),
            family == Family.IB,
            usual.facts()));
  }
}
