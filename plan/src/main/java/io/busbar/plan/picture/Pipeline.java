package io.busbar.plan.picture;

import io.busbar.model.training.Parallelism;
import io.busbar.model.training.PipelineSchedule;

/**
 * How micro-batches travel through the ranks of a pipeline. A micro-batch visits the places 0, 1, …
 * in order and returns through them backwards; the schedule decides which rank holds a place.
 *
 * @param schedule order of the passes
 * @param stages ranks of the pipeline
 * @param chunks parts of the model on a rank; two for the schedules that run both ways
 * @param microBatches of one step
 */
record Pipeline(PipelineSchedule schedule, int stages, int chunks, int microBatches) {

  /** The pipeline of a layout; a single stage has no schedule to speak of. */
  static Pipeline of(Parallelism p, int microBatches) {
    if (p.pp() == 1) {
      return new Pipeline(PipelineSchedule.ONE_F_ONE_B, 1, 1, microBatches);
    }
    int chunks =
        switch (p.schedule()) {
          case INTERLEAVED -> p.virtualStages();
          case ZERO_BUBBLE_V, DUAL_PIPE -> 2;
          default -> 1;
        };
    return new Pipeline(p.schedule(), p.pp(), chunks, microBatches);
  }

  /** Places that a micro-batch visits. */
  int places() {
    return schedule == PipelineSchedule.DUAL_PIPE ? stages : stages * chunks;
  }

  /** The place of a rank's chunk. */
  int place(int stage, int chunk) {
    return switch (schedule) {
      case ZERO_BUBBLE_V -> chunk == 0 ? stage : 2 * stages - 1 - stage;
      case DUAL_PIPE -> chunk == 0 ? stage : stages - 1 - stage;
      default -> chunk * stages + stage;
    };
  }

  /**
   * The micro-batches that go through a chunk, as first and one past the last: all of them, except
   * that DualPipe sends one half in from either end.
   */
  int firstMicroBatch(int chunk) {
    return schedule == PipelineSchedule.DUAL_PIPE && chunk == 1 ? half() : 0;
  }

  int endMicroBatch(int chunk) {
    return schedule == PipelineSchedule.DUAL_PIPE && chunk == 0 ? half() : microBatches;
  }

  private int half() {
    return (microBatches + 1) / 2;
  }

  /** Whether gradients of weights are passes of their own. */
  boolean splitsBackward() {
    return switch (schedule) {
      case GPIPE, ONE_F_ONE_B, INTERLEAVED -> false;
      case ZERO_BUBBLE_1P, ZERO_BUBBLE_2P, ZERO_BUBBLE_V, DUAL_PIPE -> true;
    };
  }

  /** Parts of a micro-batch's work on a rank that the passes of one kind divide among them. */
  int passesPerMicroBatch() {
    return schedule == PipelineSchedule.DUAL_PIPE ? 1 : chunks;
  }

  /** The schedule as its authors call it. */
  String name() {
    return switch (schedule) {
      case GPIPE -> "GPipe";
      case ONE_F_ONE_B -> "1F1B";
      case INTERLEAVED -> "interleaved 1F1B with " + chunks + " chunks per stage";
      case ZERO_BUBBLE_1P -> "zero-bubble ZB-1P";
      case ZERO_BUBBLE_2P -> "zero-bubble ZB-2P";
      case ZERO_BUBBLE_V -> "zero-bubble ZB-V";
      case DUAL_PIPE -> "DualPipe";
    };
  }
}
