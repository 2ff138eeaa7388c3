package io.busbar.nccl.choice;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.api.Protocol;
import io.busbar.nccl.cost.Communicator;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.graph.SearchGraph;
import io.busbar.nccl.version.NcclVersion;
import java.util.Map;

/** One combination on one communicator: what a rule looks at. */
record Case(Communicator comm, NcclFunction function, Algorithm algorithm, Protocol protocol) {
  private static final NcclVersion LL128_OVER_C2C = NcclVersion.of(2, 27, 3);

  boolean nvls() {
    return algorithm == Algorithm.NVLS || algorithm == Algorithm.NVLS_TREE;
  }

  boolean collnet() {
    return algorithm == Algorithm.COLLNET_DIRECT || algorithm == Algorithm.COLLNET_CHAIN;
  }

  boolean pat() {
    return algorithm == Algorithm.PAT;
  }

  /** LL128 that nobody asked for by name: NCCL decides whether it is safe. */
  boolean ll128ByDefault() {
    return protocol == Protocol.LL128
        && !comm.settings().protocols().demands(function, protocol)
        && (algorithm == Algorithm.RING || algorithm == Algorithm.TREE);
  }

  /** Gathering or scattering by reduction hardware over several nodes. */
  boolean gathersOverNodes() {
    return function.gathersOrScatters()
        && comm.nodes() > 1
        && (algorithm == Algorithm.NVLS || algorithm == Algorithm.COLLNET_DIRECT);
  }

  SearchGraph graph() {
    return comm.graphs().of(algorithm);
  }

  boolean since(int minor, int patch) {
    return comm.version().atLeast(2, minor, patch);
  }

  /**
   * How far from its GPU a NIC may be for LL128. PXN is trusted on Hopper and later; from 2.27.3
   * only while {@code NCCL_LL128_C2C} is on, since PXN may then hide a chip-to-chip link.
   */
  PathType ll128Limit() {
    boolean hopper = comm.minComputeCapability() >= 90;
    boolean trusted = !comm.version().atLeast(LL128_OVER_C2C) || comm.settings().ll128OverC2c();
    return hopper && trusted ? PathType.PXN : PathType.PXB;
  }

  /** What the names in braces of a rule's text stand for. */
  Map<String, String> values() {
    return Map.ofEntries(
        Map.entry("function", function.ncclName()),
        Map.entry("algorithm", algorithm.ncclName()),
        Map.entry("protocol", protocol.ncclName()),
        Map.entry("version", comm.version().toString()),
        Map.entry("ranks", Integer.toString(comm.ranks())),
        Map.entry("nodes", Integer.toString(comm.nodes())),
        Map.entry("local_ranks", Integer.toString(comm.localRanks())),
        Map.entry("compute_capability", capability(comm.minComputeCapability())),
        Map.entry("largest_compute_capability", capability(comm.maxComputeCapability())),
        Map.entry("cuda", cuda(comm.capabilities().cuda())),
        Map.entry("nvls_channels", Integer.toString(comm.graphs().nvls().channels())),
        Map.entry("collnet_heads", Integer.toString(comm.capabilities().collnetHeads())),
        Map.entry("collnet_threshold", Integer.toString(comm.settings().collnetNodeThreshold())),
        Map.entry("intra_type", graph().intraType().name()),
        Map.entry("inter_type", graph().interType().name()),
        Map.entry("ll128_limit", ll128Limit().name()),
        Map.entry("nccl_algo", comm.settings().algorithms().text()),
        Map.entry("nccl_proto", comm.settings().protocols().text()));
  }

  private static String capability(int timesTen) {
    return timesTen / 10 + "." + timesTen % 10;
  }

  private static String cuda(int number) {
    return "CUDA " + number / 1000 + "." + number % 1000 / 10;
  }
}
