package io.busbar.app;

import io.busbar.app.fleet.Follow;
import io.busbar.plan.space.SpaceSearch;

/** How far a search is and how long it still takes, here or on a fleet. */
final class SearchProgress extends ProgressLine implements SpaceSearch.Progress, Follow {
  SearchProgress(Terminal terminal) {
    super(terminal);
  }

  int exitCode() {
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

  static String line(long done, long of, double seconds) {
    return line("search", done, of, " set-ups", seconds);
  }
}
