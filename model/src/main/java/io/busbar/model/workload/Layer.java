package io.busbar.model.workload;

import org.jspecify.annotations.Nullable;

/** One layer with its parameters. Immutable; equal layers cost the same. */
record Layer(Mixer mixer, FeedForward feedForward, Counts counts) {
  static Layer of(
      Part<? extends Mixer> mixer, Part<? extends FeedForward> feedForward, Counts norms) {
    return new Layer(
        mixer.kind(), feedForward.kind(), mixer.counts().plus(feedForward.counts()).plus(norms));
  }

  /** Identity first: layers of a kind usually share their parts, and comparing parts costs more. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Layer layer
        && (mixer == layer.mixer || mixer.equals(layer.mixer))
        && (feedForward == layer.feedForward || feedForward.equals(layer.feedForward))
        && counts.sharded() == layer.counts.sharded()
        && counts.experts() == layer.counts.experts()
        && counts.activeExperts() == layer.counts.activeExperts()
        && counts.replicated() == layer.counts.replicated();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(counts.total());
  }
}
