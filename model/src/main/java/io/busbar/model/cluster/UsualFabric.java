package io.busbar.model.cluster;

import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.Sizer;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.model.hardware.SwitchType;

/** What is usual for nodes where nobody says how they are joined. Stateless. */
public final class UsualFabric {
  private UsualFabric() {}

  /**
   * Nodes without scale-up links plainly, since no GPU can relay between rails; systems whose
   * scale-up domain has several hosts with their trays packed onto leaves whatever the rack, which
   * takes no more switches than whole racks; all others by rail.
   */
  public static FabricTopology topology(NodeType node) {
    if (node.scaleUp() == ScaleUp.PCIE) {
      return FabricTopology.FAT_TREE;
    }
    return node.domainGpus() > node.gpusPerHost()
        ? FabricTopology.NVL_RAIL
        : FabricTopology.RAIL_FAT_TREE;
  }

  /** The default that the choice stands on. */
  static String topologyFact(NodeType node) {
    return topology(node) == FabricTopology.NVL_RAIL ? "topology_of_racks" : "topology";
  }

  /**
   * The switch of a network's usual ones with ports for the NICs, and enough of them for one leaf
   * of a scale-up domain with as many links upwards.
   */
  public static SwitchType switchType(NodeType node, NetworkKind kind) {
    int nics = Math.max(1, node.nics() * node.gpusPerHost() / node.gpus());
    int rails =
        node.scaleUp() == ScaleUp.PCIE ? 1 : Spread.gcd(nics, Math.min(nics, node.gpusPerHost()));
    double nodesOfDomain = Math.max(1, node.domainGpus() / node.gpus());
    double rate = node.nicBytesPerSecond();
    double in = nodesOfDomain * node.nics() * rate / rails;
    return NetworkDefaults.standard().switchFor(kind, rate, 2 * in);
  }

  /** One, or with several the fewest that the switch has ports for. */
  public static int planes(FabricTopology topology, NodeType node, SwitchType type) {
    return topology == FabricTopology.MULTI_PLANE ? Math.max(2, Sizer.planesFor(node, type)) : 1;
  }
}
