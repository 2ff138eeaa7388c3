package io.busbar.plan.scaling;

import io.busbar.plan.answer.PlanAnswer.StepPart;
import io.busbar.plan.step.StepCost;
import java.util.List;

/** The parts of a step, in the order in which they are shown. Stateless. */
public final class StepParts {
  private StepParts() {}

  /** Parts with their share; they add up to the step. */
  public static List<StepPart> of(StepCost c) {
    double step = c.step();
    return List.of(
        part("compute", c.compute(), step),
        part("recompute", c.recompute(), step),
        part("host", c.host(), step),
        part("tensor_parallel_exposed", c.tensor().exposed(), step),
        part("context_parallel_exposed", c.context().exposed(), step),
        part("expert_parallel_exposed", c.expert().exposed(), step),
        part("pipeline_exposed", c.pipeline().exposed(), step),
        part("data_parallel_exposed", c.data().exposed(), step),
        part("bubble", c.bubble(), step),
        part("optimizer", c.optimizer(), step),
        part("contention", c.contention(), step),
        part("straggler", c.straggler(), step));
  }

  private static StepPart part(String name, double seconds, double step) {
    return new StepPart(name, seconds, seconds / step);
  }
}
