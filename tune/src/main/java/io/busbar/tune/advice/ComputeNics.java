package io.busbar.tune.advice;

import io.busbar.model.fact.Fact;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Excludes NICs of another fabric, where the catalogue knows the names of the compute NICs. */
final class ComputeNics implements Piece {
  @Override
  public String name() {
    return "NCCL_IB_HCA";
  }

  @Override
  public Optional<Advice> advise(Site site) {
    var entry = site.cluster().node().entry();
    Fact names = entry.fact("hca_names");
    if (names == null || entry.fact("storage_nics") == null || !site.verbs()) {
      return Optional.empty();
    }
    String list =
        Arrays.stream(names.text().split(",")).map(String::strip).collect(Collectors.joining(","));
    return Optional.of(
        new Advice(
            name(),
            "=" + list,
            "The node has storage NICs beside the compute NICs, and NCCL uses every NIC whose port"
                + " is up. The first = makes names exact: mlx5_1 alone would match mlx5_10.",
            "Not a matter of speed: without it rings may be led over the storage fabric, where"
                + " connections fail (status 12) or compete with storage. Not needed while the"
                + " storage ports are down.",
            false,
            "catalogue (vendor's guide of the system); NVIDIA/nccl src/transport/net_ib.cc",
            "log line 'NET/IB : Using' lists these devices and no others"));
  }
}
