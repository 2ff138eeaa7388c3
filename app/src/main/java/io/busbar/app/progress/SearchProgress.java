package io.busbar.app.progress;

import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.Terminal;
import io.busbar.app.fleet.Follow;
import io.busbar.plan.space.SpaceSearch;

/** How far a search is and how long it still takes, here or on a fleet. */
public final class SearchProgress extends ProgressLine implements SpaceSearch.Progress, Follow {
  public SearchProgress(Terminal terminal) {
    super(terminal);
  }

  public int exitCode() {
    return stopped() ? ExitCodes.INTERRUPTED : ExitCodes.DONE;
  }

  @Override
  public void at(long done, long of, double seconds) {
    show(line(done, of, seconds));
  }

  /** The parts of a search need no names. */
  @Override
  public void at(String what, long done, long of, double seconds) {
    at(done, of, seconds);
  }

  public static String line(long done, long of, double seconds) {
    return line("search", done, of, " set-ups", seconds);
  }
}
