package io.busbar.nccl.cost;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.version.NcclVersion;

/** Which combinations NCCL has at all, in a release. */
public final class Implemented {
  private static final NcclVersion PAT = NcclVersion.of(2, 23, 4);
  private static final NcclVersion NVLS_TREE = NcclVersion.of(2, 18, 1);
  private static final NcclVersion NVLS_PAIR = NcclVersion.of(2, 28, 9);

  private Implemented() {}

  /** Whether a release knows an algorithm. */
  public static boolean known(NcclVersion version, Algorithm a) {
    return switch (a) {
      case PAT -> version.atLeast(PAT);
      case NVLS_TREE -> version.atLeast(NVLS_TREE);
      case NVLS -> version.atLeast(2, 17, 1);
      default -> true;
    };
  }

  /** Whether an algorithm computes a function. */
  public static boolean function(NcclFunction f, Algorithm a) {
    return switch (f) {
      case ALL_REDUCE -> a != Algorithm.PAT;
      case ALL_GATHER, REDUCE_SCATTER ->
          a == Algorithm.RING
              || a == Algorithm.PAT
              || a == Algorithm.NVLS
              || a == Algorithm.COLLNET_DIRECT;
      case BROADCAST, REDUCE -> a == Algorithm.RING;
    };
  }

  /** Whether an algorithm runs with a protocol. */
  public static boolean protocol(Algorithm a, Protocol p) {
    return a == Algorithm.RING || a == Algorithm.TREE || p == Protocol.SIMPLE;
  }

  /**
   * Whether PAT is switched on: asked for, or automatically with one GPU per node whose NICs are
   * driven by the CPU.
   */
  public static boolean pat(Communicator comm) {
    int set = comm.settings().patEnable();
    boolean automatic = comm.nodes() == comm.ranks() && comm.capabilities().hostNetwork();
    return comm.minComputeCapability() >= 60 && (set == 2 ? automatic : set != 0);
  }

  /**
   * Whether NCCL fills in latency and bandwidth. More than it runs: CollNet with LL has a latency
   * and no bandwidth, and printed tables show that.
   */
  static boolean tuned(Communicator comm, NcclFunction f, Algorithm a, Protocol p) {
    if (!known(comm.version(), a) || !function(f, a)) {
      return false;
    }
    return switch (a) {
      case NVLS, NVLS_TREE ->
          p == Protocol.SIMPLE
              && !(comm.version().atLeast(NVLS_PAIR) && comm.graphs().nvls().channels() < 2);
      case PAT -> p == Protocol.SIMPLE && pat(comm);
      default -> true;
    };
  }
}
