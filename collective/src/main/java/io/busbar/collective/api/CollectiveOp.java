package io.busbar.collective.api;

/** Operations, with the meaning of "bytes" that nccl-tests gives each. */
public enum CollectiveOp {
  /** Bytes: the buffer that every rank holds before and after. */
  ALL_REDUCE("all_reduce"),
  /** Bytes: the gathered buffer (ranks times what each contributes). */
  ALL_GATHER("all_gather"),
  /** Bytes: the buffer before reduction (ranks times what each keeps). */
  REDUCE_SCATTER("reduce_scatter"),
  /** Bytes: the buffer that the root sends to every rank. */
  BROADCAST("broadcast"),
  /** Bytes: the buffer that every rank holds and the root keeps the sum of. */
  REDUCE("reduce"),
  /** Bytes: what the root holds afterwards (ranks times what each contributes). */
  GATHER("gather"),
  /** Bytes: what the root holds before (ranks times what each receives). */
  SCATTER("scatter"),
  /** Bytes: all that one rank sends, its own part included. */
  ALL_TO_ALL("alltoall"),
  /** Bytes: one message from a rank to the next. */
  SEND_RECEIVE("sendrecv");

  private final String ncclTestsName;

  CollectiveOp(String ncclTestsName) {
    this.ncclTestsName = ncclTestsName;
  }

  /** The name that nccl-tests gives it: {@code all_reduce}. */
  public String ncclTestsName() {
    return ncclTestsName;
  }

  /**
   * What nccl-tests multiplies algbw (size over time) with to get busbw (nccl-tests,
   * doc/PERFORMANCE.md); 1 for a single rank.
   */
  public double busFactor(int ranks) {
    if (ranks <= 1) {
      return 1;
    }
    double others = (ranks - 1.0) / ranks;
    return switch (this) {
      case ALL_REDUCE -> 2 * others;
      case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER -> others;
      case BROADCAST, REDUCE, SEND_RECEIVE -> 1;
    };
  }
}
