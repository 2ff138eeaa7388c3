package io.busbar.app.step;

import io.busbar.collective.api.GridTime;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.step.TimeModels;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * How long collectives take on the clusters of one run: what NCCL achieves, or a grid's links. Not
 * thread-safe.
 */
public final class Times implements TimeModels {
  /** By identity: a cluster is a large record, and a question passes the same one around. */
  private final Map<Cluster, TimeModel> made = new IdentityHashMap<>();

  @Override
  public TimeModel of(Cluster cluster) {
    return made.computeIfAbsent(cluster, Times::model);
  }

  /** Chips on a grid have its closed forms; all others NCCL, or what stands in for it. */
  private static TimeModel model(Cluster c) {
    return c.grid() != null
        ? GridTime.LINE_RATE
        : NcclTime.of(c, NcclSetup.of(NcclVersion.newest(), c.node().gpu()));
  }
}
