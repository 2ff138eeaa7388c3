package io.busbar.tune.advice;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.fabric.HashedLoad;
import java.util.Locale;
import java.util.Optional;

/** More queue pairs give hashing (ECMP) more flows to spread, where traffic leaves its leaf. */
final class HashedPairs implements Piece {
  /** What the vendor's guides and Meta's published settings for all-reduce use. */
  static final int PAIRS = 4;

  private static final int MOST_LINKS = 128;

  @Override
  public String name() {
    return "NCCL_IB_QPS_PER_CONNECTION";
  }

  @Override
  public Optional<Advice> advise(Site site) {
    if (!wanted(site)) {
      return Optional.empty();
    }
    int links = uplinks(site.cluster());
    int per = site.channelsPerNic();
    double one = HashedLoad.slowdown(links, links * per);
    double more = HashedLoad.slowdown(links, links * per * PAIRS);
    String effect =
        String.format(
            Locale.ROOT,
            "Slowest of %d hashed uplinks when all nodes send across leaves: %.2f times the mean"
                + " load with 1 pair, %.2f with %d (balls in bins, %d channels per NIC).",
            links,
            one,
            more,
            PAIRS,
            per);
    return Optional.of(
        new Advice(
            name(),
            Integer.toString(PAIRS),
            "Switches choose an uplink by a hash of the flow, one queue pair is one flow, and"
                + " traffic crosses leaves here. Useless with adaptive routing or packet spraying.",
            effect,
            true,
            "exact collision count; NCCL user guide; Meta's RoCE paper (SIGCOMM 2024)",
            "'NCCL_IB_QPS_PER_CONNECTION set by environment to 4'; uplink counters even out"));
  }

  static boolean wanted(Site site) {
    Cluster cluster = site.cluster();
    boolean crosses = cluster.gpus() > cluster.gpusPerLeaf();
    return site.ownRoce() && crosses && !cluster.network().adaptiveRouting();
  }

  /** Links from a leaf to its spines. */
  private static int uplinks(Cluster cluster) {
    return Math.clamp(cluster.fabric().tree().leafUp(), 2, MOST_LINKS);
  }
}
