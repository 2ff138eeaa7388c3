package io.busbar.nccl.api;

import io.busbar.collective.api.CollectiveOp;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A collective that NCCL chooses an algorithm for, in NCCL's order. Everything else (all-to-all,
 * gather, scatter, send and receive) goes through point-to-point channels without such a choice.
 */
public enum NcclFunction {
  BROADCAST("Broadcast", CollectiveOp.BROADCAST),
  REDUCE("Reduce", CollectiveOp.REDUCE),
  ALL_GATHER("AllGather", CollectiveOp.ALL_GATHER),
  REDUCE_SCATTER("ReduceScatter", CollectiveOp.REDUCE_SCATTER),
  ALL_REDUCE("AllReduce", CollectiveOp.ALL_REDUCE);

  private static final List<NcclFunction> ALL = List.of(values());

  private final String ncclName;
  private final CollectiveOp op;

  NcclFunction(String ncclName, CollectiveOp op) {
    this.ncclName = ncclName;
    this.op = op;
  }

  /** As NCCL prints it and as {@code NCCL_ALGO} takes it before a colon. */
  public String ncclName() {
    return ncclName;
  }

  /** As the CSV file of NCCL's example tuner takes it: {@code allreduce}. */
  public String tunerName() {
    return ncclName.toLowerCase(Locale.ROOT);
  }

  public CollectiveOp op() {
    return op;
  }

  /** Whether data is only gathered or only scattered: one pass over the ranks instead of two. */
  public boolean gathersOrScatters() {
    return this == ALL_GATHER || this == REDUCE_SCATTER;
  }

  /** All of them, in NCCL's order. */
  public static List<NcclFunction> all() {
    return ALL;
  }

  /** The names that NCCL prints. */
  public static List<String> ncclNames() {
    return ALL.stream().map(NcclFunction::ncclName).toList();
  }

  /** By NCCL's name; case does not count. */
  public static Optional<NcclFunction> of(String name) {
    return ALL.stream().filter(f -> f.ncclName.equalsIgnoreCase(name)).findFirst();
  }

  /** The function of an operation; empty for those that NCCL does not tune. */
  public static Optional<NcclFunction> of(CollectiveOp op) {
    return ALL.stream().filter(f -> f.op == op).findFirst();
  }

  @Override
  public String toString() {
    return ncclName;
  }
}
