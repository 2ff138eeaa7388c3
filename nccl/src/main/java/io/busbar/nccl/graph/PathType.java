package io.busbar.nccl.graph;

import java.util.List;
import java.util.Optional;

/** How two devices reach each other, best first; the order is that of NCCL 2.27 and later. */
public enum PathType {
  /** The same device. */
  LOC,
  /** NVLink. */
  NVL,
  /** NVLink through another GPU. */
  NVB,
  /** Chip-to-chip link between GPU and CPU. */
  C2C,
  /** One PCIe bridge. */
  PIX,
  /** Several PCIe bridges, no host bridge. */
  PXB,
  /** Chip-to-chip link to the CPU, then PCIe to the NIC. */
  P2C,
  /** NVLink to a GPU near the NIC. */
  PXN,
  /** Through the host bridge of a CPU. */
  PHB,
  /** Between NUMA nodes. */
  SYS,
  /** Over the network. */
  NET,
  /** Not at all. */
  DIS;

  private static final List<PathType> ALL = List.of(values());

  /** By the three letters that NCCL prints. */
  public static Optional<PathType> of(String name) {
    return ALL.stream().filter(t -> t.name().equals(name)).findFirst();
  }

  /** Whether this way is no worse than another. */
  public boolean within(PathType worst) {
    return compareTo(worst) <= 0;
  }
}
