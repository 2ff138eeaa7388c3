package io.busbar.plan;

import io.busbar.plan.input.PlanFile;
import io.busbar.plan.step.TimeModels;
import org.jspecify.annotations.Nullable;

/**
 * What is asked about a plan.
 *
 * @param file the plan
 * @param times how long collectives take
 * @param measuredSeconds step that the user sees; null when not given
 * @param explain whether reasons of the figures are wanted
 * @param textbook whether a textbook's estimates are wanted beside ours
 * @param batches whether global batches that the GPUs divide better are searched for, each with a
 *     search over layouts of its own
 */
public record PlanQuestion(
    PlanFile file,
    TimeModels times,
    @Nullable Double measuredSeconds,
    boolean explain,
    boolean textbook,
    boolean batches) {

  /** Without a search for other batches. */
  public PlanQuestion(
      PlanFile file,
      TimeModels times,
      @Nullable Double measuredSeconds,
      boolean explain,
      boolean textbook) {
    this(file, times, measuredSeconds, explain, textbook, false);
  }
}
