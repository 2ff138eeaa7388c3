package io.busbar.design.answer;

import java.util.List;

/**
 * What a training job gets from candidate fabrics, by the model of its plan.
 *
 * @param plan the plan's name
 * @param gpus GPUs of the job
 * @param layout its layout
 * @param candidates the design first, then others
 * @param sharp in-network reduction against the groups that could use it
 */
public record JobAnswer(
    String plan, long gpus, String layout, List<Candidate> candidates, Sharp sharp) {
  public JobAnswer {
    candidates = List.copyOf(candidates);
  }

  /**
   * The job on one fabric.
   *
   * @param fabric what is different from the design
   * @param switches switches of it
   * @param stepS time of a step
   * @param tokensPerS of the whole job
   * @param exposedNetworkS of a step that waits for communication which leaves the nodes
   * @param dimensions the same by dimension
   * @param againstDesign tokens per second over those of the design
   */
  public record Candidate(
      String fabric,
      long switches,
      double stepS,
      double tokensPerS,
      double exposedNetworkS,
      List<Dimension> dimensions,
      double againstDesign) {}

  /**
   * One dimension of parallelism that leaves the nodes.
   *
   * @param name by the word of the plan
   * @param exposedS of a step that waits for it
   */
  public record Dimension(String name, double exposedS) {}

  /**
   * Streams of in-network reduction.
   *
   * @param version generation of SHARP, 0 for none
   * @param streamsPerLeaf reductions that a leaf can stream at once
   * @param groupsPerLeaf groups of the job that reduce through one leaf
   * @param groups groups of the job that could use one
   * @param stepWithS step when all of them get one
   * @param allReduceBytes gradients of one GPU in one all-reduce
   * @param allReduceS time of this all-reduce without
   * @param allReduceSharpS time with, as NCCL would run it
   * @param allReduceSharpBoundS least time with: each NIC sends and receives the bytes once
   * @param verdict in words
   */
  public record Sharp(
      int version,
      int streamsPerLeaf,
      int groupsPerLeaf,
      int groups,
      double stepWithS,
      double allReduceBytes,
      double allReduceS,
      double allReduceSharpS,
      double allReduceSharpBoundS,
      String verdict) {}
}
