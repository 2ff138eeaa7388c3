package io.busbar.model.fabric;

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
 * @param uplinkBytesPerSecond one link from leaf to spine; as the links to the nodes when 0
 * @param coreLinkBytesPerSecond one link from spine to core; as those from leaf to spine when 0
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
    double coreLinkBytesPerSecond,
    Blocks blocks,
    Ratio leafOver,
    Ratio spineOver) {

  /**
   * Sizes of blocks that are given instead of found.
   *
   * @param nodesPerLeaf most nodes below the same leaves; 0 for what the ports allow
   * @param nodesPerPod nodes below one spine layer; 0 for what takes the fewest switches
   * @param spares ports of each leaf that are kept free below
   * @param rails leaves that a host is cabled to; 0 for one per NIC, at most one per GPU
   */
  public record Blocks(int nodesPerLeaf, int nodesPerPod, int spares, int rails) {
    /** Nothing given. */
    public static final Blocks FREE = new Blocks(0, 0, 0, 0);
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
        coreLinkBytesPerSecond,
        blocks,
        over,
        spineOver);
  }

  /** The same with other oversubscription of the spines. */
  public FabricRequest withSpineOver(Ratio over) {
    return new FabricRequest(
        node,
        nodes,
        grownNodes,
        switchType,
        upperSwitch,
        topology,
        planes,
        uplinkBytesPerSecond,
        coreLinkBytesPerSecond,
        blocks,
        leafOver,
        over);
  }

  /** The same with other blocks. */
  public FabricRequest withBlocks(Blocks others) {
    return new FabricRequest(
        node,
        nodes,
        grownNodes,
        switchType,
        upperSwitch,
        topology,
        planes,
        uplinkBytesPerSecond,
        coreLinkBytesPerSecond,
        others,
        leafOver,
        spineOver);
  }

  /** The same with this switch at all layers. */
  public FabricRequest withSwitch(SwitchType type) {
    return new FabricRequest(
        node,
        nodes,
        grownNodes,
        type,
        type,
        topology,
        planes,
        uplinkBytesPerSecond,
        coreLinkBytesPerSecond,
        blocks,
        leafOver,
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
        coreLinkBytesPerSecond,
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
        coreLinkBytesPerSecond,
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
        coreLinkBytesPerSecond,
        blocks,
        leafOver,
        spineOver);
  }

  /** Hosts (operating system images) of a node. */
  public int hostsPerNode() {
    return node.gpus() / node.gpusPerHost();
  }

  /**
   * Hosts that stay below the same leaves: a scale-up domain, where the topology keeps it whole.
   */
  public int hostsPerStep() {
    boolean whole =
        topology == FabricTopology.RAIL_FAT_TREE
            || topology == FabricTopology.MULTI_PLANE
            || topology == FabricTopology.DRAGONFLY_PLUS;
    return whole ? Math.max(1, node.domainGpus() / node.gpusPerHost()) : 1;
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
    if (blocks.rails() > 0) {
      return blocks.rails();
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

  /** One link from leaf to spine. */
  public double uplink() {
    return uplinkBytesPerSecond > 0 ? uplinkBytesPerSecond : linkBytesPerSecond();
  }

  /** One link from spine to core. */
  public double coreLink() {
    return coreLinkBytesPerSecond > 0 ? coreLinkBytesPerSecond : uplink();
  }

  /** Equal trees: one per plane, and per rail where rails never meet. */
  public int trees() {
    return planes * (topology == FabricTopology.RAIL_ONLY ? rails() : 1);
  }
}
