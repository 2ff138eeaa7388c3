package io.busbar.plan.memory;

import io.busbar.model.workload.FeedForward;

/**
 * Elements per token that the feed-forward part of a layer leaves for its backward pass. Immutable.
 *
 * @param present 1, or 0 when a layer has none
 * @param inner results of the first products, for all tokens: one, or two with a gate
 * @param activated input of the last product, for all tokens
 * @param active experts per token
 * @param expertInner as {@code inner}, of one expert
 * @param expertActivated as {@code activated}, of one expert
 */
record FeedForwardProfile(
    int present,
    double inner,
    double activated,
    int active,
    double expertInner,
    double expertActivated) {

  static FeedForwardProfile of(FeedForward part) {
    return switch (part) {
      case FeedForward.Dense d ->
          new FeedForwardProfile(1, products(d.gated()) * d.width(), d.width(), 0, 0, 0);
      case FeedForward.Experts e ->
          new FeedForwardProfile(
              1,
              products(e.gated()) * e.sharedWidth(),
              e.sharedWidth(),
              e.active(),
              products(e.gated()) * e.width(),
              e.width());
      case FeedForward.None none -> new FeedForwardProfile(0, 0, 0, 0, 0, 0);
    };
  }

  private static double products(boolean gated) {
    return gated ? 2 : 1;
  }

  /** Width that a token passes, shared and routed. */
  double width() {
    return activated + active * expertActivated;
  }
}
