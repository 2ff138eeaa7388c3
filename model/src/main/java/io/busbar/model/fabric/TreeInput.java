package io.busbar.model.fabric;

/**
 * What one tree of switches must join; a fabric of several planes, or of rails that never meet, is
 * several equal trees.
 *
 * @param hosts hosts with ports on the tree
 * @param rails leaves that a host is cabled to
 * @param portsPerRail ports of a host on each of them
 * @param hostsPerStep hosts that stay below the same leaves: a scale-up domain
 * @param leaf how the ports of a leaf are divided
 * @param spineRadix ports of spines at the rate of the links from the leaves
 * @param spineWidth ports of that rate that one link from spine to core takes
 * @param coreRadix ports of cores at the rate of the links from the spines
 * @param spineOver oversubscription of the links above the spines
 * @param hostsPerPod hosts below one spine layer; 0 for what takes the fewest switches
 * @param mayBeOneSwitch whether a single switch may join what it has ports for
 * @param grownHosts hosts that the layers above the leaves are laid out for, at least {@code hosts}
 */
record TreeInput(
    int hosts,
    int rails,
    int portsPerRail,
    int hostsPerStep,
    PortSplit leaf,
    int spineRadix,
    int spineWidth,
    int coreRadix,
    Ratio spineOver,
    int hostsPerPod,
    boolean mayBeOneSwitch,
    int grownHosts) {

  TreeInput {
    if (hosts < 1 || grownHosts < hosts || rails < 1 || portsPerRail < 1 || hostsPerStep < 1) {
      throw new IllegalArgumentException("hosts " + hosts + ", grown " + grownHosts);
    }
  }

  /** Hosts of a full leaf group; a step that is larger than a leaf is cut. */
  int hostsPerGroup() {
    int fit = leaf.down() / portsPerRail;
    return fit >= hostsPerStep ? fit / hostsPerStep * hostsPerStep : fit;
  }

  /** Leaf groups for so many hosts. */
  int groups(int count) {
    return Math.ceilDiv(count, hostsPerGroup());
  }
}
