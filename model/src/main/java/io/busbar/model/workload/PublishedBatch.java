package io.busbar.model.workload;

import io.busbar.base.explain.Quality;

/**
 * How a model's makers say they trained it for most of the time.
 *
 * @param sequence tokens per sequence
 * @param sequences sequences per step over all replicas
 * @param eightBit whether the products of its linear layers were computed in FP8
 * @param source where it was read
 * @param quality how well it is known
 */
public record PublishedBatch(
    int sequence, long sequences, boolean eightBit, String source, Quality quality) {

  /** Tokens per step. */
  public long tokens() {
    return sequence * sequences;
  }
}
