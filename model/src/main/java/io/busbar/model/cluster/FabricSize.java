package io.busbar.model.cluster;

/**
 * How many switches and cables a cluster's fabric has. A leaf has cables up for the bandwidth that
 * it takes in when its group is full, divided by the oversubscription; switches of the next layer
 * are as few as the ports allow, then more until their number divides those cables, so that each
 * gets equally many.
 *
 * @param leafGroups groups of nodes below one leaf per rail
 * @param rails leaves of such a group
 * @param groupsPerPod leaf groups below one spine layer
 * @param pods spine layers
 * @param leafDown NIC ports of a full leaf
 * @param leafUp cables from a leaf to its spines
 * @param spinesPerPod spines of one pod; 0 when a single leaf joins everything
 * @param spineUp cables from a spine to its cores; 0 without a core layer
 * @param coresPerSpine core switches that a spine reaches: its equals in all pods reach the same
 * @param misfit why the fabric cannot be built so; empty when it can
 */
public record FabricSize(
    int leafGroups,
    int rails,
    int groupsPerPod,
    int pods,
    int leafDown,
    int leafUp,
    int spinesPerPod,
    int spineUp,
    int coresPerSpine,
    String misfit) {

  /** Rounding of rates, far below one port. */
  private static final double SLACK = 1e-9;

  /** The fabric of a cluster. */
  public static FabricSize of(Cluster cluster) {
    Network network = cluster.network();
    int leafGroups = Math.ceilDiv(cluster.nodes(), network.nodesPerLeaf());
    int groupsPerPod = Math.clamp(network.nodesPerPod() / network.nodesPerLeaf(), 1, leafGroups);
    int pods = Math.ceilDiv(leafGroups, groupsPerPod);
    int leafDown = network.nodesPerLeaf() * cluster.node().nics() / network.rails();
    FabricSize flat =
        new FabricSize(leafGroups, network.rails(), groupsPerPod, pods, leafDown, 0, 0, 0, 0, "");
    return leafDown == 0 ? flat : flat.sized(network, cluster.node().nicBytesPerSecond());
  }

  private FabricSize sized(Network network, double nicBytesPerSecond) {
    double capacity = network.switchBytesPerSecond() * (1 + SLACK);
    double in = leafDown * nicBytesPerSecond;
    int leaves = groupsPerPod * rails;
    if (leaves == 1 && pods == 1) {
      return in <= capacity ? this : misfit("a leaf", in, network);
    }
    double uplink = network.leafUplinkBytesPerSecond();
    int up = cables(in / network.leafOversubscription(), uplink);
    if (in + up * uplink > capacity) {
      return misfit("a leaf", in + up * uplink, network);
    }
    for (int spines = 1; spines <= up; spines++) {
      double spineIn = (double) leaves * up / spines * uplink;
      int spineCables =
          pods == 1
              ? 0
              : cables(
                  spineIn / network.spineOversubscription(), network.spineUplinkBytesPerSecond());
      double used = spineIn + spineCables * network.spineUplinkBytesPerSecond();
      if (up % spines == 0 && used <= capacity) {
        return withSpines(up, spines, spineCables).withCores(network, capacity);
      }
    }
    return misfit("a spine with " + leaves + " leaves below it", leaves * uplink, network);
  }

  private FabricSize withCores(Network network, double capacity) {
    if (pods == 1) {
      return this;
    }
    for (int cores = 1; cores <= spineUp; cores++) {
      double used = (double) pods * spineUp / cores * network.spineUplinkBytesPerSecond();
      if (spineUp % cores == 0 && used <= capacity) {
        return new FabricSize(
            leafGroups,
            rails,
            groupsPerPod,
            pods,
            leafDown,
            leafUp,
            spinesPerPod,
            spineUp,
            cores,
            "");
      }
    }
    return misfit(
        "a core with " + pods + " pods below it",
        pods * network.spineUplinkBytesPerSecond(),
        network);
  }

  private FabricSize withSpines(int up, int spines, int spineCables) {
    return new FabricSize(
        leafGroups, rails, groupsPerPod, pods, leafDown, up, spines, spineCables, 0, "");
  }

  private FabricSize misfit(String what, double bytesPerSecond, Network network) {
    String needed = gigabits(bytesPerSecond) + " of ports, " + network.switchModel() + " has ";
    String why = what + " needs " + needed + gigabits(network.switchBytesPerSecond());
    return new FabricSize(
        leafGroups, rails, groupsPerPod, pods, leafDown, leafUp, spinesPerPod, spineUp, 0, why);
  }

  private static String gigabits(double bytesPerSecond) {
    return Math.round(bytesPerSecond * 8 / 1e9) + " Gb/s";
  }

  private static int cables(double bytesPerSecond, double cableBytesPerSecond) {
    return (int) Math.ceil(bytesPerSecond / cableBytesPerSecond - SLACK);
  }

  public int leaves() {
    return leafDown == 0 ? 0 : leafGroups * rails;
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
}
