package io.busbar.model.training;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A training set-up as asked for. Together with a layout, a micro-batch and a recompute mode, given
 * or chosen, it makes a {@link Training}.
 *
 * @param layout what is fixed of the layout
 * @param sequence tokens per sequence
 * @param globalBatch sequences per step over all replicas
 * @param microBatch sequences that pass through a stage at once; null when left to the search
 * @param numerics number formats
 * @param recompute null for the cheapest mode that fits in memory
 * @param recomputeShare part of the layers that recompute it, 0 to 1
 * @param trained which weights are trained
 * @param overlap what is to be hidden
 * @param software what the training stack can do
 * @param offload what lives in host memory
 * @param leftOpen what was not given and may be changed from its default to fit in memory
 */
public record TrainingRequest(
    LayoutRequest layout,
    int sequence,
    long globalBatch,
    @Nullable Integer microBatch,
    Numerics numerics,
    @Nullable Recompute recompute,
    double recomputeShare,
    Trained trained,
    OverlapRequest overlap,
    Software software,
    Offload offload,
    Set<Choice> leftOpen) {

  public TrainingRequest {
    leftOpen = Collections.unmodifiableSet(new LinkedHashSet<>(leftOpen));
  }

  /** Tokens per step. */
  public long tokens() {
    return globalBatch * sequence;
  }

  /** The complete set-up for one choice of what may be left open here. */
  public Training with(Parallelism parallelism, int chosenMicroBatch, Recompute chosenRecompute) {
    return new Training(
        parallelism,
        new Batch(sequence, globalBatch, chosenMicroBatch),
        numerics,
        chosenRecompute,
        recomputeShare,
        trained,
        overlap.in(parallelism, numerics),
        software,
        offload);
  }

  /** The same with another number of sequences per step. */
  public TrainingRequest withGlobalBatch(long sequences) {
    return new TrainingRequest(
        layout,
        sequence,
        sequences,
        microBatch,
        numerics,
        recompute,
        recomputeShare,
        trained,
        overlap,
        software,
        offload,
        leftOpen);
  }
}
