package io.busbar.tune.advice;

import io.busbar.nccl.version.NcclVersion;
import io.busbar.tune.roce.TrafficClass;
import java.util.Optional;

/** NCCL 2.22 and 2.23 send their credits (clear to send) in class 0 by default. */
final class CreditClass implements Piece {
  private static final NcclVersion SINCE = NcclVersion.of(2, 22, 3);
  private static final NcclVersion FOLLOWS_DATA = NcclVersion.of(2, 24, 3);

  @Override
  public String name() {
    return "NCCL_IB_FIFO_TC";
  }

  @Override
  public Optional<Advice> advise(Site site) {
    NcclVersion version = site.version();
    boolean apart = version.atLeast(SINCE) && !version.atLeast(FOLLOWS_DATA);
    if (!apart || !site.ownRoce()) {
      return Optional.empty();
    }
    String value = Integer.toString(TrafficClass.USUAL.value());
    return Optional.of(
        new Advice(
            name(),
            value,
            "In this version credits of the receiver have a class of their own with default 0;"
                + " since 2.24.3 they follow NCCL_IB_TC.",
            "Not a matter of speed alone: a lost credit stalls its channel until the NIC sends it"
                + " again.",
            false,
            "NVIDIA/nccl src/transport/net_ib.cc, 2.22.3 and 2.24.3",
            "'NCCL_IB_FIFO_TC set by environment to " + value + "'"));
  }
}
