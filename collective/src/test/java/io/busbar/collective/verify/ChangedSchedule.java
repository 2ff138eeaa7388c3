package io.busbar.collective.verify;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Agent;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import java.util.ArrayList;
import java.util.List;

/** A schedule in which the steps of one lane are others. */
record ChangedSchedule(Schedule base, int agent, List<Step> steps) implements Schedule {

  static List<Step> steps(Schedule schedule, int agent) {
    List<Step> steps = new ArrayList<>();
    StepBuffer buffer = new StepBuffer();
    for (RankProgram program = schedule.program(agent, 0); program.next(buffer); ) {
      steps.add(buffer.step());
    }
    return steps;
  }

  @Override
  public CollectiveOp op() {
    return base.op();
  }

  @Override
  public int ranks() {
    return base.ranks();
  }

  @Override
  public int root() {
    return base.root();
  }

  @Override
  public int agents() {
    return base.agents();
  }

  @Override
  public Agent agent(int index) {
    return base.agent(index);
  }

  @Override
  public int channels() {
    return base.channels();
  }

  @Override
  public int chunks() {
    return base.chunks();
  }

  @Override
  public int regions() {
    return base.regions();
  }

  @Override
  public int span() {
    return base.span();
  }

  @Override
  public int period() {
    return agents();
  }

  @Override
  public int targets(int lane, int channel, int[] into) {
    return base.targets(lane, channel, into);
  }

  @Override
  public int sources(int lane, int channel, int[] into) {
    return base.sources(lane, channel, into);
  }

  @Override
  public RankProgram program(int lane, int channel) {
    if (lane != agent) {
      return base.program(lane, channel);
    }
    return new RankProgram() {
      private int at;

      @Override
      public void rewind() {
        at = 0;
      }

      @Override
      public boolean next(StepBuffer into) {
        if (at == steps.size()) {
          return false;
        }
        into.set(steps.get(at++));
        return true;
      }
    };
  }
}
