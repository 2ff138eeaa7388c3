package io.busbar.plan;

import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.step.TimeModels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The collective times of the product, for tests. */
public final class Times {
  private static final Map<Cluster, TimeModel> MADE = new ConcurrentHashMap<>();

  /** What NCCL's newest known release achieves. */
  public static final TimeModels NCCL =
      cluster ->
          MADE.computeIfAbsent(
              cluster, c -> NcclTime.of(c, NcclSetup.of(NcclVersion.newest(), c.node().gpu())));

  private Times() {}
}
