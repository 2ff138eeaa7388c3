package io.busbar.nccl.time;

import io.busbar.collective.api.GroupShape;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Level;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.ScaleUp;

/**
 * The links under one communicator with the constants of their kind. Rates are bytes per second in
 * one direction; times are seconds. Immutable.
 *
 * @param family whose constants hold
 * @param wire whose constants hold between domains
 * @param ranks of the communicator
 * @param domains that it touches
 * @param insideBytesPerSecond line rate of a GPU in its domain
 * @param insideLimit what that rate is the rate of
 * @param outsideBytesPerSecond line rate of the NICs of a domain together
 * @param outsideLimit what that rate is the rate of
 * @param insideShare achieved part of the line rate inside
 * @param llShare the same for LL
 * @param ll128Share what LL128 achieves of what Simple does
 * @param channelBytesPerSecond what one thread block moves
 * @param outsideShare achieved part of the NICs' line rate
 * @param farSecondsPerHop what a hop over the levels above a leaf adds to one below it
 */
record Hardware(
    Family family,
    Wire wire,
    int ranks,
    int domains,
    double insideBytesPerSecond,
    Limit insideLimit,
    double outsideBytesPerSecond,
    Limit outsideLimit,
    double insideShare,
    double llShare,
    double ll128Share,
    double channelBytesPerSecond,
    double outsideShare,
    double farSecondsPerHop) {

  static Hardware of(Cluster cluster, GroupShape group, TimeConstants constants) {
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
        domains > 1 ? group.scaleOutBytesPerSecond() * together : Double.POSITIVE_INFINITY,
        outsideLimit(cluster, group),
        constants.value("scale_up_share", family),
        constants.value("ll_share", family),
        constants.value("ll128_share"),
        constants.value("channel_bytes_per_s", family),
        constants.value("network_share_" + wire.shareKey()),
        far(cluster, group));
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
