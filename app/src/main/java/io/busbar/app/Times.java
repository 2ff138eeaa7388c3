package io.busbar.app;

import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.time.Setup;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.step.TimeModels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How long collectives take on the clusters of one run: what NCCL achieves. */
final class Times implements TimeModels {
  private final Map<Cluster, TimeModel> made = new ConcurrentHashMap<>();

  @Override
  public TimeModel of(Cluster cluster) {
    return made.computeIfAbsent(
        cluster, c -> NcclTime.of(c, Setup.of(NcclVersion.newest(), c.node().gpu())));
  }
}
