package io.busbar.model.workload;

/** One layer with its parameters. Immutable; equal layers cost the same. */
record Layer(Mixer mixer, FeedForward feedForward, Counts counts) {
  static Layer of(
      Part<? extends Mixer> mixer, Part<? extends FeedForward> feedForward, Counts norms) {
    return new Layer(
        mixer.kind(), feedForward.kind(), mixer.counts().plus(feedForward.counts()).plus(norms));
  }
}
