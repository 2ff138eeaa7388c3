package io.busbar.tune.advice;

import java.util.Optional;

/** RoCE fabrics that spread packets by load need NCCL to tolerate their order. */
final class SpreadPackets implements Piece {
  @Override
  public String name() {
    return "NCCL_IB_ADAPTIVE_ROUTING";
  }

  @Override
  public Optional<Advice> advise(Site site) {
    if (!site.ownRoce() || !site.cluster().network().adaptiveRouting()) {
      return Optional.empty();
    }
    return Optional.of(
        new Advice(
            name(),
            "1",
            "The fabric spreads packets by load, and NCCL leaves this off on RoCE: with it data and"
                + " the notice of its arrival are sent apart, so that order does not matter.",
            "Not a matter of the model, which takes an adaptive fabric as even: without it flows"
                + " are pinned or arrive out of order.",
            false,
            "NVIDIA/nccl src/transport/net_ib.cc, since 2.16",
            "'NCCL_IB_ADAPTIVE_ROUTING set by environment to 1'; uplink counters even out"));
  }
}
