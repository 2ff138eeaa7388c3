package io.busbar.formats.modules;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;
import java.util.Set;

/** The modules that a machine's kernel has loaded: the whole list, not what grep left of it. */
public record ModuleList(Set<String> names, Place at) implements Entry {
  private static final Set<String> RDMA = Set.of("mlx5_ib", "ib_core", "irdma", "bnxt_re", "efa");
  private static final Set<String> JOINING = Set.of("nvidia_peermem", "nv_peer_mem");

  public ModuleList {
    names = Set.copyOf(names);
  }

  /** GPUs and RDMA are there, and nothing lets the one read the other's memory. */
  public boolean unjoined() {
    return names.contains("nvidia")
        && RDMA.stream().anyMatch(names::contains)
        && JOINING.stream().noneMatch(names::contains);
  }
}
