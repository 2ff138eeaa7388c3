package io.busbar.collective.algorithm;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/** The program of an agent that has nothing to do in a channel. */
final class Idle implements RankProgram {
  @Override
  public void rewind() {}

  @Override
  public boolean next(StepBuffer into) {
    return false;
  }
}
