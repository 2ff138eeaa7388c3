package io.busbar.design.size;

import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.SwitchType;

/**
 * What a fabric is wanted for.
 *
 * @param node what is joined
 * @param nodes how many now
 * @param grownNodes how many the layers above the leaves are laid out for, at least {@code nodes}
 * @param switchType what leaves are
 * @param upperSwitch what spines and cores are
 * @param topology how NIC ports are spread
 * @param planes equal trees over which each NIC port is split; 1 for none
 * @param uplinkBytesPerSecond one link between switches; as the links to the nodes when 0
 * @param blocks sizes that are given instead of found
 * @param leafOver oversubscription of a leaf
 * @param spineOver oversubscription of a spine towards cores or other groups
 */
public record FabricRequest(
    NodeType node,
    int nodes,
    int grownNodes,
    SwitchType switchType,
    SwitchType upperSwitch,
    FabricTopology topology,
    int planes,
    double uplinkBytesPerSecond,
    Blocks blocks,
    Ratio leafOver,
    Ratio spineOver) {

  /**
   * Sizes of blocks that are given instead of found.
   *
   * @param nodesPerLeaf most nodes below the same leaves; 0 for what the ports allow
   * @param nodesPerPod nodes below one spine layer; 0 for what takes the fewest switches
   * @param spares ports of each leaf that are kept free below
   */
  public record Blocks(int nodesPerLeaf, int nodesPerPod, int spares) {
    /** Nothing given. */
    public static final Blocks FREE = new Blocks(0, 0, 0);
  }

  /** A fabric of one plane, fully provisioned, for these nodes and no more. */
  public static FabricRequest of(
      NodeType node, int nodes, SwitchType switchType, FabricTopology topology) {
    return new FabricRequest(
        node,
        nodes,
        nodes,
        switchType,
        switchType,
        topology,
        1,
        0,
        Blocks.FREE,
        Ratio.ONE,
        Ratio.ONE);
  }

  /** The same with other oversubscription of the leaves. */
  public FabricRequest withLeafOver(Ratio over) {
    return new FabricRequest(
        node,
        nodes,
        grownNodes,
        switchType,
        upperSwitch,
        topology,
        planes,
        uplinkBytesPerSecond,
        blocks,
        over,
        spineOver);
  }

  /** The same with NIC ports spread otherwise. */
  public FabricRequest withTopology(FabricTopology other) {
    return new FabricRequest(
        node,
        nodes,
        grownNodes,
        switchType,
        upperSwitch,
        other,
        planes,
        uplinkBytesPerSecond,
        blocks,
        leafOver,
        spineOver);
  }

  /** The same for another number of nodes, laid out for at least as many as before. */
  public FabricRequest withNodes(int count, int grown) {
    return new FabricRequest(
        node,
        count,
        Math.max(count, grown),
        switchType,
        upperSwitch,
        topology,
        planes,
        uplinkBytesPerSecond,
        blocks,
        leafOver,
        spineOver);
  }

  /** The same with this number of planes. */
  public FabricRequest withPlanes(int count) {
    return new FabricRequest(
        node,
        nodes,
        grownNodes,
        switchType,
        upperSwitch,
        topology,
        count,
        uplinkBytesPerSecond,
        blocks,
        leafOver,
        spineOver);
  }

  /** Hosts (operating system images) of a node. */
  public int hostsPerNode() {
    return node.gpus() / node.gpusPerHost();
  }

  /** NIC ports of a host. */
  public int nicsPerHost() {
    return Math.max(1, node.nics() / hostsPerNode());
  }

  /** Groups of equal NICs; 1 where all NICs of a host share a leaf. */
  public int rails() {
    if (topology == FabricTopology.FAT_TREE) {
      return 1;
    }
    int nics = nicsPerHost();
    int most = Math.min(nics, node.gpusPerHost());
    int rails = most;
    while (nics % rails != 0) {
      rails--;
    }
    return rails;
  }

  /** One link of a NIC port to a leaf. */
  public double linkBytesPerSecond() {
    return node.nicBytesPerSecond() / planes;
  }

  /** One link between switches. */
  public double uplink() {
    return uplinkBytesPerSecond > 0 ? uplinkBytesPerSecond : linkBytesPerSecond();
  }

  /** Equal trees: one per plane, and per rail where rails never meet. */
  public int trees() {
    return planes * (topology == FabricTopology.RAIL_ONLY ? rails() : 1);
  }
}
