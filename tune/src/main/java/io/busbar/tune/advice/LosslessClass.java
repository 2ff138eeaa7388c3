package io.busbar.tune.advice;

import io.busbar.tune.roce.TrafficClass;
import java.util.Optional;

/** RoCE traffic has to travel in the class that NICs and switches keep from loss. */
final class LosslessClass implements Piece {
  @Override
  public String name() {
    return "NCCL_IB_TC";
  }

  @Override
  public Optional<Advice> advise(Site site) {
    if (!site.ownRoce()) {
      return Optional.empty();
    }
    TrafficClass mark = TrafficClass.USUAL;
    return Optional.of(
        new Advice(
            name(),
            Integer.toString(mark.value()),
            "4 x DSCP %d + ECN 2: the byte that puts packets into priority %d. It assumes a fabric"
                    .formatted(mark.dscp(), mark.priority())
                + " that keeps DSCP %d lossless, as the commands below set it."
                    .formatted(mark.dscp()),
            "Not a matter of speed alone: without it packets travel in class 0, which PFC does not"
                + " protect; drops cost retransmissions, at worst status 12.",
            false,
            "RFC 2474, RFC 3168; NVIDIA/nccl src/transport/net_ib.cc",
            "'NCCL_IB_TC set by environment to %d'; ethtool -S IF | grep prio%d rises"
                .formatted(mark.value(), mark.priority())));
  }
}
