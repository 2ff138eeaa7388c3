package io.busbar.nccl.choice;

import io.busbar.nccl.api.Algorithm;
import io.busbar.nccl.api.NcclFunction;
import io.busbar.nccl.cost.Implemented;
import io.busbar.nccl.graph.PathType;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Why NCCL leaves a combination out. The first rule that applies is the reason that is given, so
 * the order goes from what NCCL cannot do to what the machine lacks. Texts are in {@code
 * nccl/availability.yaml} under the rule's id.
 */
enum Rule {
  FUNCTION_NOT_IMPLEMENTED(c -> !Implemented.function(c.function(), c.algorithm())),
  PROTOCOL_NOT_IMPLEMENTED(c -> !Implemented.protocol(c.algorithm(), c.protocol())),
  UNKNOWN_TO_RELEASE(c -> !Implemented.known(c.comm().version(), c.algorithm())),
  EXCLUDED_BY_NCCL_ALGO(
      c -> c.comm().settings().algorithms().excludes(c.function(), c.algorithm())),
  EXCLUDED_BY_NCCL_PROTO(c -> c.comm().settings().protocols().excludes(c.function(), c.protocol())),

  NVLS_SWITCHED_OFF(c -> c.nvls() && c.comm().settings().nvlsEnable() == 0),
  NVLS_NEEDS_HOPPER(c -> c.nvls() && c.comm().minComputeCapability() < 90),
  NVLS_NEEDS_NVSWITCH(c -> c.nvls() && !c.comm().capabilities().nvSwitch()),
  NVLS_NEEDS_TWO_GPUS(c -> c.nvls() && c.comm().localRanks() < 2),
  NVLS_NEEDS_CUDA_12_1(c -> c.nvls() && c.comm().capabilities().cuda() < 12_010),
  NVLS_NO_MULTICAST(c -> c.nvls() && !c.comm().capabilities().multicast()),
  NVLS_TREE_NEEDS_NODES(c -> c.algorithm() == Algorithm.NVLS_TREE && c.comm().nodes() == 1),
  NVLS_NODES_NEED_COLLNET(
      c -> c.algorithm() == Algorithm.NVLS && c.comm().nodes() > 1 && !collnetRuns(c)),
  NVLS_GATHER_TOO_MANY_GPUS(
      c -> c.nvls() && c.function() != NcclFunction.ALL_REDUCE && c.comm().localRanks() > 32),
  NVLS_NO_CHANNELS(c -> c.nvls() && c.comm().graphs().nvls().channels() < (c.since(28, 9) ? 2 : 1)),

  COLLNET_SWITCHED_OFF(c -> c.collnet() && !c.comm().settings().collnetEnable()),
  COLLNET_NEEDS_PLUGIN(c -> c.collnet() && !c.comm().capabilities().collnetPlugin()),
  COLLNET_NEEDS_NODES(
      c -> c.collnet() && c.comm().nodes() < c.comm().settings().collnetNodeThreshold()),
  COLLNET_TOO_MANY_LOCAL_RANKS(c -> c.collnet() && c.comm().localRanks() > 8),
  COLLNET_DIRECT_NEEDS_NVSWITCH(
      c -> c.algorithm() == Algorithm.COLLNET_DIRECT && !c.comm().capabilities().nvSwitch()),
  COLLNET_GATHER_NEEDS_PLUGIN(
      c -> c.gathersOverNodes() && !c.comm().capabilities().collnetGathers()),
  COLLNET_GATHER_NEEDS_NIC_PER_GPU(
      c -> c.gathersOverNodes() && c.comm().localRanks() > c.comm().capabilities().collnetHeads()),

  PAT_SWITCHED_OFF(c -> c.pat() && c.comm().settings().patEnable() == 0),
  PAT_NEEDS_NEWER_GPU(c -> c.pat() && c.comm().minComputeCapability() < 60),
  PAT_NEEDS_ONE_GPU_PER_NODE(
      c -> c.pat() && c.comm().settings().patEnable() == 2 && c.comm().nodes() != c.comm().ranks()),
  PAT_NEEDS_HOST_NETWORK(c ->
      c.pat() && c.comm().settings().patEnable() == 2 && !c.comm().capabilities().hostNetwork()),
  /** Depends on the call; see {@link CallTraits}. */
  PAT_SCALED_REDUCTION(c -> false),

  LL128_OLD_GPU(c -> c.ll128ByDefault() && !ll128Gpu(c)),
  LL128_MIXED_GPUS(c -> c.ll128ByDefault() && mixed(c)),
  LL128_WAY_INSIDE_NODE(c -> c.ll128ByDefault() && !c.graph().intraType().within(PathType.NVB)),
  LL128_WAY_TO_NIC(c -> c.ll128ByDefault() && !c.graph().interType().within(c.ll128Limit())),
  LL128_TWO_RANKS_CUDA_11_8(c ->
      c.ll128ByDefault()
          && c.comm().capabilities().cuda() == 11_080
          && c.comm().minComputeCapability() == 90
          && c.comm().ranks() == 2
          && c.function() == NcclFunction.ALL_REDUCE
          && c.algorithm() == Algorithm.RING),

  /** The model gives no bandwidth, which only the model knows. */
  NO_BANDWIDTH(c -> false);

  private final Predicate<Case> excludes;

  Rule(Predicate<Case> excludes) {
    this.excludes = excludes;
  }

  /** Whether the rule leaves a combination out. */
  boolean excludes(Case c) {
    return excludes.test(c);
  }

  /** Its name in the resource and in answers. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether CollNet itself is up, apart from what its algorithms need. */
  private static boolean collnetRuns(Case c) {
    return c.comm().settings().collnetEnable()
        && c.comm().capabilities().collnetPlugin()
        && c.comm().nodes() >= c.comm().settings().collnetNodeThreshold();
  }

  /** Until 2.22 three compute capabilities were trusted, later all from Volta on. */
  private static boolean ll128Gpu(Case c) {
    int capability = c.comm().minComputeCapability();
    return c.since(23, 4)
        ? capability >= 70
        : capability == 70 || capability == 80 || capability == 90;
  }

  /** From 2.30.7 Hopper and later may be mixed. */
  private static boolean mixed(Case c) {
    boolean equal = c.comm().minComputeCapability() == c.comm().maxComputeCapability();
    return !equal && !(c.since(30, 7) && c.comm().minComputeCapability() >= 90);
  }
}
