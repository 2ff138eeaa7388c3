package io.busbar.model.workload;

import java.util.List;

/**
 * Parameters by part, exact.
 *
 * @param embedding token and learned position embeddings with their norms
 * @param output output projection and its bias; when tied, only what is not shared (mostly 0)
 * @param finalNorm norm before the output
 * @param layers one entry per group of {@link ModelSpec#layers()}
 * @param multiToken all multi-token prediction layers together
 */
public record ParameterCount(
    long embedding, long output, long finalNorm, List<PerLayer> layers, long multiToken) {

  public ParameterCount {
    layers = List.copyOf(layers);
  }

  /**
   * Parameters of one layer of a group.
   *
   * @param count layers in the group
   * @param dense what tensor parallelism shards and every rank of an expert group holds: mixer,
   *     dense or shared feed-forward
   * @param experts all routed experts of the layer together
   * @param activeExperts the routed experts that one token uses
   * @param norms norms and the other parts that tensor parallelism replicates: router, biases of
   *     output projections
   */
  public record PerLayer(int count, long dense, long experts, long activeExperts, long norms) {}

  /** All parameters, multi-token layers not counted (as models are named). */
  public long total() {
    long sum = embedding + output + finalNorm;
    for (PerLayer layer : layers) {
      sum += layer.count * (layer.dense + layer.experts + layer.norms);
    }
    return sum;
  }

  /** Parameters that one token passes through, embeddings included. */
  public long active() {
    long sum = embedding + output + finalNorm;
    for (PerLayer layer : layers) {
      sum += layer.count * (layer.dense + layer.activeExperts + layer.norms);
    }
    return sum;
  }
}
