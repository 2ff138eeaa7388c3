package io.busbar.design.job;

import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.step.TimeModels;
import java.util.IdentityHashMap;

/** Times with SHARP asked for ({@code NCCL_COLLNET_ENABLE=1}). Not thread-safe. */
final class SharpTimes implements TimeModels {
  private final IdentityHashMap<Cluster, TimeModel> made = new IdentityHashMap<>();

  @Override
  public TimeModel of(Cluster cluster) {
    return made.computeIfAbsent(
        cluster,
        c -> {
          NcclSetup setup = NcclSetup.of(NcclVersion.newest(), c.node().gpu());
          return NcclTime.of(c, setup.with(setup.settings().withCollnet(true)));
        });
  }
}
