package io.busbar.diagnose.since;

import io.busbar.formats.artefact.Line;
import io.busbar.formats.artefact.LineFilter;
import io.busbar.formats.times.LogTime;

/** Lets lines pass that print a time after another one, or none at all; counts the others. */
public final class AfterTime implements LineFilter {
  private final LogTime after;
  private int dropped;

  public AfterTime(LogTime after) {
    this.after = after;
  }

  @Override
  public boolean keeps(Line line) {
    LogTime time = LogTime.find(line.text(), after.wall());
    boolean keeps = time == null || time.after(after);
    dropped += keeps ? 0 : 1;
    return keeps;
  }

  /** What is said of a file of which lines were passed over, since this was asked last. */
  public String note() {
    int count = dropped;
    dropped = 0;
    return count == 0 ? "" : count + " lines that matter are not after " + after + ": passed over";
  }
}
