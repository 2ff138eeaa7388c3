package io.busbar.model.fabric;

/**
 * One tree of switches: leaf groups (one leaf per rail), pods of groups below one spine layer, and
 * either a core above the pods or links between them (dragonfly+). Links are counted at the rate of
 * the links between switches. Immutable.
 *
 * @param tiers layers of switches on the longest way up: 1, 2 or 3
 * @param leafGroups groups of hosts below the same leaves
 * @param rails leaves of a group
 * @param leafDown ports of a full leaf that lead to hosts
 * @param leafUp links from a leaf to its spines; 0 with one tier
 * @param groupsPerPod leaf groups below one spine layer
 * @param pods spine layers; 0 with one tier
 * @param spinesPerPod spines of each
 * @param spineUp links from a spine to its cores; 0 with two tiers
 * @param coresPerSpine cores that a spine reaches; its equals in all pods reach the same
 * @param pairLinks links between each two pods of a dragonfly+; else 0
 */
public record TreeSize(
    int tiers,
    int leafGroups,
    int rails,
    int leafDown,
    int leafUp,
    int groupsPerPod,
    int pods,
    int spinesPerPod,
    int spineUp,
    int coresPerSpine,
    int pairLinks) {

  public int leaves() {
    return leafGroups * rails;
  }

  public int spines() {
    return pods * spinesPerPod;
  }

  public int cores() {
    return spinesPerPod * coresPerSpine;
  }

  public int switches() {
    return leaves() + spines() + cores();
  }

  public long leafSpineLinks() {
    return (long) leaves() * leafUp;
  }

  public long spineCoreLinks() {
    return (long) spines() * spineUp;
  }

  /** Links between the pods of a dragonfly+. */
  public long globalLinks() {
    return (long) pods * (pods - 1) / 2 * pairLinks;
  }

  /** Links into a spine from below when its pod is full; equal for all its leaves. */
  public int spineDown() {
    return tiers < 2 ? 0 : groupsPerPod * rails * leafUp / spinesPerPod;
  }

  /** Links of the busiest spine to other pods of a dragonfly+. */
  public int spineGlobal() {
    return spinesPerPod == 0 ? 0 : Math.ceilDiv(pairLinks * Math.max(0, pods - 1), spinesPerPod);
  }

  /**
   * Switches that a message passes at most on a shortest path: 1, 3 or 5; 4 in a dragonfly+, whose
   * middle is a link between spines.
   */
  public int diameter() {
    return pairLinks > 0 ? 4 : 2 * tiers - 1;
  }

  /**
   * Shortest ways between two hosts that are farthest apart, cables counted singly: up from the
   * leaf, up from the spine, then down over parallel cables: u · s · (s/c) · (u/spines).
   */
  public long paths() {
    if (tiers < 2) {
      return 1;
    }
    long down = leafUp / spinesPerPod;
    if (pairLinks > 0) {
      return pairLinks * down * down;
    }
    return tiers == 2 ? leafUp * down : (long) leafUp * spineUp * (spineUp / coresPerSpine) * down;
  }
}
