package io.busbar.design.place;

import io.busbar.design.discover.Discovery;
import io.busbar.model.cluster.Cluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The nodes that a job may get and the tree above them: leaf groups, and pods of these. Rates are
 * relative to what the NICs of a node carry. A node's part of its leaf's uplinks is that leaf's
 * uplinks over all its nodes, whoever uses the others. Immutable by convention: arrays are not
 * copied.
 */
final class Site {
  /** Instead of the oversubscription of what has no way upwards at all. */
  private static final double CUT_OFF = 1000;

  private final String name;
  private final Cluster cluster;
  private final List<String> nodes;
  private final List<String> leaves;
  private final int[] leafOf;
  private final int[] podOfLeaf;
  private final double[] leafOver;
  private final double[] podOver;
  private final double[] nodeShare;
  private final double pairOver;

  /**
   * @param leafOf leaf group of each node
   * @param podOfLeaf pod of each leaf group
   * @param leafOver bandwidth from below over bandwidth upwards of each leaf group
   * @param podOver the same of each pod, its leaves' oversubscription included
   * @param nodeShare part of its NIC rate that each node has
   * @param pairOver bandwidth from below a pod over bandwidth to one other pod, its leaves'
   *     oversubscription included; 1 where every link upwards leads to every pod
   */
  Site(
      String name,
      Cluster cluster,
      List<String> nodes,
      List<String> leaves,
      int[] leafOf,
      int[] podOfLeaf,
      double[] leafOver,
      double[] podOver,
      double[] nodeShare,
      double pairOver) {
    this.name = name;
    this.cluster = cluster;
    this.nodes = List.copyOf(nodes);
    this.leaves = List.copyOf(leaves);
    this.leafOf = leafOf;
    this.podOfLeaf = podOfLeaf;
    this.leafOver = leafOver;
    this.podOver = podOver;
    this.nodeShare = nodeShare;
    this.pairOver = pairOver;
  }

  /** A cluster with its leaf groups and pods in a row. */
  static Site of(Cluster cluster, List<String> names) {
    int[] leafOf = new int[cluster.nodes()];
    Arrays.setAll(leafOf, cluster::leafGroup);
    int count = leafOf[cluster.nodes() - 1] + 1;
    int[] podOf = new int[count];
    Arrays.setAll(podOf, leaf -> leaf / cluster.fabric().tree().groupsPerPod());
    return new Site(
        cluster.name(),
        cluster,
        names,
        leafNames(count),
        leafOf,
        podOf,
        filled(count, cluster.network().leafOversubscription()),
        filled(podOf[count - 1] + 1, podOver(cluster)),
        filled(cluster.nodes(), 1),
        pairOver(cluster));
  }

  /** A tree of named nodes with the oversubscription of a cluster. */
  static Site of(
      String name,
      Cluster cluster,
      List<String> nodes,
      List<String> leaves,
      int[] leafOf,
      int[] podOfLeaf) {
    int pods = Arrays.stream(podOfLeaf).max().orElse(0) + 1;
    return new Site(
        name,
        cluster,
        nodes,
        leaves,
        leafOf,
        podOfLeaf,
        filled(leaves.size(), cluster.network().leafOversubscription()),
        filled(pods, podOver(cluster)),
        filled(nodes.size(), 1),
        pairOver(cluster));
  }

  /**
   * A discovered fabric below nodes of a cluster's type. An adapter on the wrong rail reaches its
   * equals over the uplinks only, so its node has no more than their part.
   *
   * @param cluster of which nodes and latencies count
   */
  static Site of(Discovery fabric, Cluster cluster) {
    int hosts = fabric.hosts().size();
    double nominal = cluster.node().nics() * cluster.node().nicBytesPerSecond();
    int[] leafOf = new int[hosts];
    int[] podOf = new int[fabric.groups()];
    double[] leafDown = new double[fabric.groups()];
    double[] podDown = new double[fabric.pods()];
    double unit = fabric.rated() ? 1 : cluster.node().nicBytesPerSecond();
    double[] nodeShare = scaled(fabric.hostRate(), unit);
    for (int host = 0; host < hosts; host++) {
      leafOf[host] = fabric.groupOfHost(host);
      leafDown[leafOf[host]] += nominal;
      podDown[fabric.podOfGroup(leafOf[host])] += nominal;
      nodeShare[host] = Math.min(1, nodeShare[host] / nominal);
    }
    Arrays.setAll(podOf, fabric::podOfGroup);
    double[] leafOver = ratios(leafDown, scaled(fabric.groupUplinkRate(), unit));
    boolean[] astray = fabric.astray();
    for (int host = 0; host < hosts; host++) {
      double uplinks = 1 / Math.max(1, leafOver[leafOf[host]]);
      nodeShare[host] = astray[host] ? Math.min(nodeShare[host], uplinks) : nodeShare[host];
    }
    return new Site(
        fabric.source(),
        cluster,
        fabric.hosts(),
        leafNames(fabric.groups()),
        leafOf,
        podOf,
        leafOver,
        ratios(podDown, scaled(fabric.podUplinkRate(), unit)),
        nodeShare,
        1);
  }

  private static double[] scaled(double[] rates, double unit) {
    return Arrays.stream(rates).map(rate -> rate * unit).toArray();
  }

  private static double podOver(Cluster cluster) {
    return cluster.network().leafOversubscription() * cluster.network().spineOversubscription();
  }

  private static double pairOver(Cluster cluster) {
    return cluster.fabric().tree().pairLinks() == 0
        ? 1
        : cluster.network().leafOversubscription() * cluster.network().podPairOversubscription();
  }

  private static double[] filled(int count, double value) {
    double[] values = new double[count];
    Arrays.fill(values, value);
    return values;
  }

  private static double[] ratios(double[] down, double[] up) {
    double[] ratios = new double[down.length];
    double without = down.length > 1 ? CUT_OFF : 1;
    Arrays.setAll(ratios, i -> up[i] > 0 ? down[i] / up[i] : without);
    return ratios;
  }

  private static List<String> leafNames(int count) {
    List<String> names = new ArrayList<>();
    for (int leaf = 0; leaf < count; leaf++) {
      names.add("leaf group " + leaf);
    }
    return names;
  }

  String name() {
    return name;
  }

  Cluster cluster() {
    return cluster;
  }

  List<String> nodes() {
    return nodes;
  }

  List<String> leaves() {
    return leaves;
  }

  int leafOf(int node) {
    return leafOf[node];
  }

  int podOf(int node) {
    return podOfLeaf[leafOf[node]];
  }

  int podOfLeaf(int leaf) {
    return podOfLeaf[leaf];
  }

  int pods() {
    return podOver.length;
  }

  double leafOver(int leaf) {
    return leafOver[leaf];
  }

  double podOver(int pod) {
    return podOver[pod];
  }

  /** Bandwidth from below a pod over bandwidth to one other; 1 where no pair has its own links. */
  double pairOver() {
    return pairOver;
  }

  /** Whether the nodes of this pod have no way to those of other pods. */
  boolean cutOff(int pod) {
    return podOver[pod] >= CUT_OFF;
  }

  /** Part of its NIC rate that a node has; 1 when all its adapters are up at full rate. */
  double nodeShare(int node) {
    return nodeShare[node];
  }
}
