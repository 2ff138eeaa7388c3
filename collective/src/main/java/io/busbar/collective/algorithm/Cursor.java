package io.busbar.collective.algorithm;

import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.StepBuffer;

/** A program whose steps follow from their index; its only state is that index. */
abstract class Cursor implements RankProgram {
  private final int length;
  private int at;

  /**
   * @param length indices to go through
   */
  Cursor(int length) {
    this.length = length;
  }

  /** Fills in the step of an index, or returns false when this lane has none there. */
  abstract boolean fill(int index, StepBuffer into);

  @Override
  public void rewind() {
    at = 0;
  }

  @Override
  public boolean next(StepBuffer into) {
    while (at < length) {
      if (fill(at++, into)) {
        return true;
      }
    }
    return false;
  }
}
