package io.busbar.collective.verify;

import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import org.jspecify.annotations.Nullable;

/** Whether a step makes sense by itself. */
final class StepCheck {
  private StepCheck() {}

  /** What is wrong with the step, or null. */
  static @Nullable String problem(Schedule schedule, int agent, StepBuffer step) {
    int positions = schedule.chunks() * schedule.regions();
    if (step.has(Step.RECEIVE) && outside(schedule, agent, step.receiveFrom())) {
      return "receives from agent " + step.receiveFrom() + " of " + schedule.agents();
    }
    if (step.has(Step.SEND) && outside(schedule, agent, step.sendTo())) {
      return "sends to agent " + step.sendTo() + " of " + schedule.agents();
    }
    if (step.has(Step.REDUCE) && !step.has(Step.RECEIVE) && !step.has(Step.COPY)) {
      return "reduces without receiving or keeping";
    }
    if (!step.has(Step.COPY) && !step.has(Step.SEND)) {
      return "neither keeps nor sends its value";
    }
    if (step.source() < 0
        || step.source() >= positions
        || step.target() < 0
        || step.target() >= positions) {
      return "position outside the " + positions + " of the work buffer";
    }
    if (step.count() < 1 || step.count() > schedule.span()) {
      return "carries " + step.count() + " chunks; the schedule says at most " + schedule.span();
    }
    return null;
  }

  private static boolean outside(Schedule schedule, int agent, int peer) {
    return peer < 0 || peer >= schedule.agents() || peer == agent;
  }
}
