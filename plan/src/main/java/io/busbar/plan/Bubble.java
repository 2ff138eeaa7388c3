package io.busbar.plan;

import io.busbar.model.training.Parallelism;
import io.busbar.plan.step.StepModel;

/**
 * The idle time of an even pipeline in closed form, in both conventions that are in use. Stateless.
 */
final class Bubble {
  private Bubble() {}

  /** Idle over busy time: (p−1)/(v·m) for 1F1B and interleaved; other schedules by their factor. */
  static double overIdeal(Parallelism p, long microBatches) {
    return p.pp() == 1 ? 0 : StepModel.bubbleFactor(p, microBatches) * (p.pp() - 1) / microBatches;
  }

  /** Idle time as part of the whole: x/(1+x) of {@link #overIdeal}, (p−1)/(v·m+p−1) for 1F1B. */
  static double share(Parallelism p, long microBatches) {
    double over = overIdeal(p, microBatches);
    return over / (1 + over);
  }
}
