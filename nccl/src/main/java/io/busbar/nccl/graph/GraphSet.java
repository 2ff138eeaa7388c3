package io.busbar.nccl.graph;

import io.busbar.nccl.api.Algorithm;

/**
 * The search's results of one communicator. Algorithms share them: NVLSTree uses that of NVLS, PAT
 * that of the tree.
 */
public record GraphSet(
    SearchGraph ring,
    SearchGraph tree,
    SearchGraph collnetDirect,
    SearchGraph collnetChain,
    SearchGraph nvls) {

  /** Ring and tree alone, as on a machine without NVSwitch and SHARP. */
  public static GraphSet of(SearchGraph ring, SearchGraph tree) {
    return new GraphSet(
        ring,
        tree,
        SearchGraph.none(Pattern.COLLNET_DIRECT),
        SearchGraph.none(Pattern.TREE),
        SearchGraph.none(Pattern.NVLS));
  }

  /** The same with another result for NVLS. */
  public GraphSet withNvls(SearchGraph graph) {
    return new GraphSet(ring, tree, collnetDirect, collnetChain, graph);
  }

  /** The same with other results for CollNet. */
  public GraphSet withCollnet(SearchGraph direct, SearchGraph chain) {
    return new GraphSet(ring, tree, direct, chain, nvls);
  }

  /** What an algorithm runs on. */
  public SearchGraph of(Algorithm algorithm) {
    return switch (algorithm) {
      case TREE, PAT -> tree;
      case RING -> ring;
      case COLLNET_DIRECT -> collnetDirect;
      case COLLNET_CHAIN -> collnetChain;
      case NVLS, NVLS_TREE -> nvls;
    };
  }
}
