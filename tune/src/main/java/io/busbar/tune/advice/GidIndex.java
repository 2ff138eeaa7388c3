package io.busbar.tune.advice;

import io.busbar.nccl.version.NcclVersion;
import java.util.Optional;

/** Before 2.21 NCCL takes address 0 of a NIC, which is RoCE v1. */
final class GidIndex implements Piece {
  private static final NcclVersion AUTOMATIC = NcclVersion.of(2, 21, 5);

  @Override
  public String name() {
    return "NCCL_IB_GID_INDEX";
  }

  @Override
  public Optional<Advice> advise(Site site) {
    if (!site.ownRoce() || site.version().atLeast(AUTOMATIC)) {
      return Optional.empty();
    }
    return Optional.of(
        new Advice(
            name(),
            "3",
            "This version takes entry 0 of the address table, RoCE v1; entry 3 is RoCE v2 with IPv4"
                + " on most hosts. Check it on every node: show_gids.",
            "Not a matter of speed: packets of RoCE v1 are not routed, and have no DSCP.",
            false,
            "NVIDIA/nccl src/transport/net_ib.cc until 2.20",
            "show_gids: the entry says v2 and has an IPv4 address on all nodes"));
  }
}
