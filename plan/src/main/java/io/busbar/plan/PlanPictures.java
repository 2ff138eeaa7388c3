package io.busbar.plan;

import io.busbar.base.report.Block;
import io.busbar.plan.picture.GroupMap;
import io.busbar.plan.picture.MemoryBars;
import io.busbar.plan.picture.ScalingCurve;
import io.busbar.plan.picture.StepBars;
import io.busbar.plan.picture.StepTimeline;
import java.util.List;

/** The drawings of a plan, where they stand in its report. Stateless. */
final class PlanPictures {
  private PlanPictures() {}

  /**
   * @param complete every micro-batch, for a trace; else long steps are cut in the middle
   */
  static List<Block> step(Planned planned, boolean complete) {
    return List.of(
        StepBars.of(planned.situation()),
        complete
            ? StepTimeline.complete(planned.situation())
            : StepTimeline.of(planned.situation()));
  }

  static List<Block> memory(Planned planned) {
    return List.of(MemoryBars.of(planned.memory()));
  }

  static List<Block> scaling(Planned planned) {
    return List.of(ScalingCurve.of(planned.answer().scaling()));
  }

  static List<Block> fabric(Planned planned) {
    return List.of(GroupMap.of(planned.situation()));
  }
}
