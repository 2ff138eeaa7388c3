package io.busbar.nccl.api;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How NCCL moves data in a collective. The order is NCCL's own: its numeric ids, the columns of its
 * tuning table, and which one wins when two take the same time.
 */
public enum Algorithm {
  /** Double binary tree between nodes, a chain inside each. */
  TREE("Tree", "tree"),
  /** One ring per channel. */
  RING("Ring", "ring"),
  /** Reduction in the network (SHARP), scattered over the GPUs of a node through NVSwitch. */
  COLLNET_DIRECT("CollNetDirect", "collnet_direct"),
  /** Reduction in the network (SHARP), a chain inside each node. */
  COLLNET_CHAIN("CollNetChain", "collnet_chain"),
  /** Reduction in NVSwitch (NVLink SHARP); several nodes need CollNet as well. */
  NVLS("NVLS", "nvls"),
  /** Reduction in NVSwitch, a tree between nodes. */
  NVLS_TREE("NVLSTree", "nvls_tree"),
  /** Parallel aggregated trees, for one GPU per node. */
  PAT("PAT", "pat");

  private static final List<Algorithm> ALL = List.of(values());

  private final String ncclName;
  private final String tunerName;

  Algorithm(String ncclName, String tunerName) {
    this.ncclName = ncclName;
    this.tunerName = tunerName;
  }

  /** As NCCL prints it and as {@code NCCL_ALGO} takes it: {@code CollNetDirect}. */
  public String ncclName() {
    return ncclName;
  }

  /** As the CSV file of NCCL's example tuner takes it: {@code collnet_direct}. */
  public String tunerName() {
    return tunerName;
  }

  /** All of them, in NCCL's order. */
  public static List<Algorithm> all() {
    return ALL;
  }

  /** The names that {@code NCCL_ALGO} takes. */
  public static List<String> ncclNames() {
    return ALL.stream().map(Algorithm::ncclName).toList();
  }

  /** By either name; case does not count. */
  public static Optional<Algorithm> of(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return ALL.stream()
        .filter(
            a -> a.ncclName.toLowerCase(Locale.ROOT).equals(wanted) || a.tunerName.equals(wanted))
        .findFirst();
  }

  @Override
  public String toString() {
    return ncclName;
  }
}
