package io.busbar.plan.memory;

import io.busbar.model.training.Parallelism;
import io.busbar.model.workload.LayerGroup;
import io.busbar.model.workload.ParameterCount;

/**
 * A group of like layers, lowered to what memory depends on. Immutable.
 *
 * @param count layers in the model
 * @param hidden width of the residual stream
 * @param mixer elements per token of the mixing part
 * @param feedForward elements per token of the feed-forward part
 * @param split parameters of a layer that tensor parallelism splits
 * @param routed parameters of all its routed experts
 * @param replicated parameters that every rank of a tensor-parallel group holds
 */
record LayerProfile(
    int count,
    double hidden,
    MixerProfile mixer,
    FeedForwardProfile feedForward,
    double split,
    double routed,
    double replicated) {

  static LayerProfile of(LayerGroup group, ParameterCount.PerLayer parameters, int hidden) {
    return new LayerProfile(
        group.count(),
        hidden,
        MixerProfile.of(group.mixer()),
        FeedForwardProfile.of(group.feedForward()),
        parameters.dense(),
        parameters.experts(),
        parameters.norms());
  }

  /** Parameters of one layer on a rank. */
  double parameters(Parallelism p) {
    return split / p.tp() + replicated + routed / ((double) p.ep() * p.etp());
  }

  /** Parameters of the largest matrix of a layer on a rank. */
  double largestMatrix(Parallelism p) {
    return hidden
        * Math.max(feedForward.activated() / p.tp(), feedForward.expertActivated() / p.etp());
  }
}
