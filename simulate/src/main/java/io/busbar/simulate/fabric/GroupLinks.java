package io.busbar.simulate.fabric;

/**
 * Where the global ports of a dragonfly+ lead: each two groups of leaves and spines are joined by
 * {@code pairLinks} links, which take the spines of a group in turn, the other groups in order
 * (Shpiner et al., Dragonfly+, HiPINEB 2017). Groups are numbered over all trees of a fabric.
 * Computed, nothing is stored per pair.
 *
 * <p>The links of group a to the others are numbered from 0, {@code pairLinks} for each group in
 * order; link n leaves spine n mod spines by its port n / spines. A leaf reaches another group by
 * the spines that have a link there, which are neighbours in a circle.
 *
 * @param firstAddress the first NIC address of the first group
 * @param groupAddresses NIC addresses of a group
 * @param groups of a tree
 * @param spines of a group
 * @param pairLinks between each two groups
 * @param bundle cables from a leaf to each spine
 */
record GroupLinks(
    int firstAddress, int groupAddresses, int groups, int spines, int pairLinks, int bundle) {
  /** The group of an address, over all trees. */
  int group(int address) {
    return Math.floorDiv(address - firstAddress, groupAddresses);
  }

  /** The number of the first link from one group to another of its tree. */
  int firstLink(int from, int to) {
    int before = to % groups - (to > from ? 1 : 0);
    return before * pairLinks;
  }

  /** Links below a number that leave a spine; the port of the one with that number. */
  int before(int spine, int link) {
    return (link + spines - 1 - spine) / spines;
  }

  int spine(int link) {
    return link % spines;
  }

  int port(int link) {
    return link / spines;
  }

  /** Global ports of a spine. */
  int globalPorts() {
    return Math.ceilDiv(pairLinks * Math.max(0, groups - 1), spines);
  }

  /** The first of a leaf's ports upwards that lead to another group; they go on in a circle. */
  int leafFirst(int from, int to) {
    return spine(firstLink(from, to)) * bundle;
  }

  int leafChoices() {
    return Math.min(pairLinks, spines) * bundle;
  }

  int spineFirst(int spine, int from, int to) {
    return before(spine, firstLink(from, to));
  }

  int spineChoices(int spine, int from, int to) {
    return before(spine, firstLink(from, to) + pairLinks) - spineFirst(spine, from, to);
  }
}
