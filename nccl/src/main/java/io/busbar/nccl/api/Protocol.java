package io.busbar.nccl.api;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How NCCL hands data from GPU to GPU. The order is NCCL's own. */
public enum Protocol {
  /** Low latency: 4 bytes of data and 4 of flag in each store; half the bandwidth. */
  LL("LL"),
  /** Low latency with 120 bytes of data in each 128; needs stores of 128 bytes to stay whole. */
  LL128("LL128"),
  /** Full bandwidth, a synchronisation per chunk. */
  SIMPLE("Simple");

  private static final List<Protocol> ALL = List.of(values());

  private final String ncclName;

  Protocol(String ncclName) {
    this.ncclName = ncclName;
  }

  /** As NCCL prints it in its tables and as {@code NCCL_PROTO} takes it. */
  public String ncclName() {
    return ncclName;
  }

  /** As the CSV file of NCCL's example tuner takes it: {@code ll128}. */
  public String tunerName() {
    return ncclName.toLowerCase(Locale.ROOT);
  }

  /** All of them, in NCCL's order. */
  public static List<Protocol> all() {
    return ALL;
  }

  /** The names that {@code NCCL_PROTO} takes. */
  public static List<String> ncclNames() {
    return ALL.stream().map(Protocol::ncclName).toList();
  }

  /** By name; case does not count. */
  public static Optional<Protocol> of(String name) {
    return ALL.stream().filter(p -> p.ncclName.equalsIgnoreCase(name)).findFirst();
  }

  @Override
  public String toString() {
    return ncclName;
  }
}
