package io.busbar.nccl.time;

import io.busbar.base.border.Border;
import io.busbar.collective.api.GroupShape;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Level;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.nccl.graph.Cpu;
import java.util.List;

/**
 * The links under one communicator and the kinds whose constants hold there. Rates are bytes per
 * second in one direction; times are seconds. Immutable.
 *
 * @param family whose constants hold
 * @param wire whose constants hold between domains
 * @param ranks of the communicator
 * @param domains that it touches
 * @param insideBytesPerSecond line rate of a GPU in its domain
 * @param insideLimit what that rate is the rate of
 * @param gpus that a full domain has of it; they use all of their NICs
 * @param nicBytesPerSecond line rate of the NICs of one of them
 * @param bridged whether GPUs reach them through the bridge of an x86 processor only
 * @param outsideLimit what that rate is the rate of
 * @param farSecondsPerHop what a hop over the levels above a leaf adds to one below it
 * @param borders oversubscribed borders between its domains
 */
record Hardware(
    Family family,
    Wire wire,
    int ranks,
    int domains,
    double insideBytesPerSecond,
    Limit insideLimit,
    int gpus,
    double nicBytesPerSecond,
    boolean bridged,
    Limit outsideLimit,
    double farSecondsPerHop,
    List<Border> borders) {

  static Hardware of(Cluster cluster, GroupShape group, Cpu cpu) {
    Family family = Family.of(cluster.node().gpu().generation());
    Wire wire = Wire.of(cluster.network().kind());
    int together = Math.min(group.ranks(), group.ranksPerDomain());
    int domains = group.domains();
    return new Hardware(
        family,
        wire,
        group.ranks(),
        domains,
        together > 1 ? inside(cluster, group, together) : Double.POSITIVE_INFINITY,
        cluster.node().scaleUp() == ScaleUp.PCIE ? Limit.PCIE : Limit.SCALE_UP,
        together,
        group.scaleOutBytesPerSecond(),
        cpu != Cpu.ARM && bridged(cluster.node()),
        outsideLimit(cluster, group),
        far(cluster, group),
        domains > 1 ? group.borders() : List.of());
  }

  private static boolean bridged(NodeType node) {
    return node.nics() > 0 && node.nearNics().stream().allMatch(List::isEmpty);
  }

  /** Constants are of nodes below one leaf, or close to it. */
  private static double far(Cluster cluster, GroupShape group) {
    double leaf = cluster.latencySeconds(Level.LEAF);
    return group.domains() > 1 ? Math.max(0, group.scaleOutLatencySeconds() - leaf) : 0;
  }

  private static double inside(Cluster cluster, GroupShape group, int together) {
    Gpu gpu = cluster.node().gpu();
    boolean cube = gpu.generation() == Generation.VOLTA && cluster.node().scaleUp() == ScaleUp.MESH;
    return cube
        ? HybridCubeMesh.bytesPerSecond(together, gpu.scaleUpBytesPerSecond())
        : group.scaleUpBytesPerSecond();
  }

  /** The line rate is that of the NICs unless something before or behind them has less. */
  private static Limit outsideLimit(Cluster cluster, GroupShape group) {
    double nics = cluster.node().networkBytesPerSecondPerGpu();
    double reachable = cluster.networkBytesPerSecond();
    if (group.scaleOutBytesPerSecond() < reachable * (1 - 1e-9)) {
      return Limit.FABRIC;
    }
    return reachable < nics * (1 - 1e-9) ? Limit.PCIE : Limit.NIC;
  }

  /** GPUs of a domain. */
  int together() {
    return Math.ceilDiv(ranks, domains);
  }
}
