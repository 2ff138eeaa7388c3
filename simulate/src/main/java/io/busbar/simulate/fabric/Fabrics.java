package io.busbar.simulate.fabric;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.fabric.GridDesign;
import io.busbar.simulate.fabric.FabricArrays.Link;
import io.busbar.simulate.network.SimTime;

/** Makes fabrics: the trees of textbooks and peers, and that of a cluster. */
public final class Fabrics {
  private Fabrics() {}

  /**
   * The k-ary fat tree of three tiers: k³/4 endpoints, k pods of k/2 leaves and k/2 spines, k²/4
   * cores; all links alike (Al-Fares et al., SIGCOMM 2008).
   *
   * @param k ports of a switch, even
   * @param cable one way
   * @param switchDelay port to port, without storing the packet
   */
  public static Fabric fatTree(int k, Bandwidth rate, TimeSpan cable, TimeSpan switchDelay) {
    if (k < 2 || k % 2 != 0) {
      throw new IllegalArgumentException(
          "a fat tree's switches have an even number of ports: " + k);
    }
    int half = k / 2;
    Link link = link(rate, cable, switchDelay);
    return plain(new Clos(k * half, half, half, 1, half, half, half, half, 0, link, link, link));
  }

  /**
   * Leaves and spines. Oversubscription is hostsPerLeaf·hostRate over uplinks·uplinkRate.
   *
   * @param uplinks cables of a leaf, a multiple of {@code spines}
   */
  public static Fabric leafSpine(
      int leaves,
      int hostsPerLeaf,
      int spines,
      int uplinks,
      Bandwidth hostRate,
      Bandwidth uplinkRate,
      TimeSpan cable,
      TimeSpan switchDelay) {
    if (spines < 1 || uplinks % spines != 0) {
      throw new IllegalArgumentException(
          uplinks + " uplinks cannot be spread evenly over " + spines + " spines");
    }
    Link host = link(hostRate, cable, switchDelay);
    Link up = link(uplinkRate, cable, switchDelay);
    return plain(new Clos(leaves, leaves, hostsPerLeaf, 1, uplinks, spines, 0, 0, 0, host, up, up));
  }

  /**
   * Groups of leaves and spines, each leaf with one cable to each spine of its group, each two
   * groups joined by equally many links between spines; all links alike (Shpiner et al., HiPINEB
   * 2017).
   *
   * @param leaves of a group
   * @param spines of a group
   * @param pairLinks between each two groups
   */
  public static Fabric dragonflyPlus(
      int groups,
      int leaves,
      int hostsPerLeaf,
      int spines,
      int pairLinks,
      Bandwidth rate,
      TimeSpan cable) {
    Link link = link(rate, cable, new TimeSpan(0));
    int all = groups * leaves;
    return plain(
        new Clos(all, leaves, hostsPerLeaf, 1, spines, spines, 0, 0, pairLinks, link, link, link));
  }

  /** Endpoints on one switch. */
  public static Fabric star(int endpoints, Bandwidth rate, TimeSpan cable, TimeSpan switchDelay) {
    Link link = link(rate, cable, switchDelay);
    return plain(new Clos(1, 1, endpoints, 1, 0, 0, 0, 0, 0, link, link, link));
  }

  /**
   * Switches in a circle, and traffic that always goes round it the same way: the smallest fabric
   * in which lossless buffers can wait for each other.
   */
  public static Fabric ring(
      int switches, int hostsPerSwitch, Bandwidth rate, TimeSpan cable, TimeSpan switchDelay) {
    int endpoints = switches * hostsPerSwitch;
    Link link = link(rate, cable, switchDelay);
    // The last port leads backwards: nothing is sent there but pauses and credits.
    int ports = hostsPerSwitch + 2;
    FabricArrays arrays = new FabricArrays(endpoints + switches, endpoints + switches * ports);
    addEndpoints(arrays, endpoints);
    for (int s = 0; s < switches; s++) {
      int node = arrays.add(NodeKind.LEAF, ports);
      arrays.covers(node, endpoints + s * hostsPerSwitch, hostsPerSwitch, 1, 1);
      arrays.closeLastUp(node);
    }
    for (int s = 0; s < switches; s++) {
      int next = endpoints + (s + 1) % switches;
      arrays.join(
          arrays.firstPort[endpoints + s] + hostsPerSwitch,
          arrays.firstPort[next] + hostsPerSwitch + 1,
          link);
    }
    return withHosts(arrays, endpoints, endpoints, hostsPerSwitch, link);
  }

  /**
   * A router beside each endpoint, joined by dimension, the innermost first: tori, meshes, HyperX,
   * the networks of ASTRA-sim. Packets cross the dimensions in their order, a ring on its shorter
   * side.
   */
  public static Fabric grid(GridDimension... dimensions) {
    return new GridFabric(dimensions).build();
  }

  /** A torus, mesh or HyperX as it is designed; see {@link #grid}. */
  public static Fabric of(GridDesign design, TimeSpan cable) {
    long bytes = Math.max(1, Math.round(design.linkBytesPerSecond()));
    long ps = SimTime.ps(cable.seconds());
    return grid(
        design.sizes().stream()
            .map(size -> new GridDimension(design.shape().line(), size, bytes, ps))
            .toArray(GridDimension[]::new));
  }

  /**
   * The fabric of a cluster: GPUs with their NICs, scale-up domains, leaves per rail, spines and
   * cores as its {@link io.busbar.model.fabric.FabricDesign} has them. A scale-up domain's switches
   * are one node with one port per GPU at its whole scale-up rate.
   *
   * @throws IllegalArgumentException when the switches have too few ports, or nodes have no NIC
   */
  public static Fabric of(Cluster cluster) {
    return new ClusterFabric(cluster).build();
  }

  static Link link(Bandwidth rate, TimeSpan cable, TimeSpan switchDelay) {
    return new Link(
        Math.round(rate.bytesPerSecond()),
        SimTime.ps(cable.seconds()),
        SimTime.ps(switchDelay.seconds()));
  }

  private static Fabric plain(Clos clos) {
    int endpoints = clos.leaves() * clos.leafDown();
    FabricArrays arrays =
        new FabricArrays(endpoints + clos.switches(), endpoints + clos.switchPorts());
    addEndpoints(arrays, endpoints);
    arrays.groups = clos.pairLinks() > 0 ? clos.groups(endpoints) : null;
    int firstLeaf = clos.build(arrays, endpoints);
    return withHosts(arrays, endpoints, firstLeaf, clos.leafDown(), clos.host());
  }

  private static void addEndpoints(FabricArrays arrays, int endpoints) {
    arrays.nicAddress = new int[endpoints];
    for (int e = 0; e < endpoints; e++) {
      arrays.add(NodeKind.ENDPOINT, 1);
      arrays.nicAddress[e] = endpoints + e;
    }
  }

  private static Fabric withHosts(
      FabricArrays arrays, int endpoints, int firstLeaf, int hostsPerLeaf, Link link) {
    for (int e = 0; e < endpoints; e++) {
      int leaf = firstLeaf + e / hostsPerLeaf;
      arrays.join(arrays.firstPort[e], arrays.firstPort[leaf] + e % hostsPerLeaf, link);
    }
    return new Fabric(arrays, endpoints);
  }
}
