package io.busbar.model.workload;

/**
 * A mixer or a feed-forward part with its parameters. Immutable.
 *
 * @param <T> which of the two
 */
record Part<T>(T kind, Counts counts) {
  /** The same with further parameters. */
  Part<T> plus(Counts more) {
    return new Part<>(kind, counts.plus(more));
  }
}
