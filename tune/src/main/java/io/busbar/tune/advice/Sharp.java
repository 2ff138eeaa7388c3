package io.busbar.tune.advice;

import java.util.Optional;

/** Reduction in the InfiniBand switches, where the cluster has it and the model sees a gain. */
final class Sharp implements Piece {
  @Override
  public String name() {
    return "NCCL_COLLNET_ENABLE";
  }

  @Override
  public Optional<Advice> advise(Site site) {
    if (!site.infiniband() || !site.cluster().network().sharp()) {
      return Optional.empty();
    }
    Effect.Extremes effect = Effect.of(site, name(), "1");
    if (effect == null || effect.gain() == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Advice(
            name(),
            "1",
            "The switches reduce (SHARP), which halves the bytes of an all-reduce on the network."
                + " It needs the plugin nccl-rdma-sharp and an aggregation manager; one"
                + " communicator gets it unless NCCL_SHARP_MAX_COMMS says more.",
            effect.toString(),
            true,
            "time model; NVIDIA/nccl src/init.cc; SHARP manual",
            "log line 'collnet channels' is not 0; 'SHARP rank 0/n initialized on'"));
  }
}
