package io.busbar.app;

import io.busbar.app.fleet.Follow;

/** How far work of a fleet is. */
final class FleetProgress extends ProgressLine implements Follow {
  FleetProgress(Terminal terminal) {
    super(terminal);
  }

  int exitCode() {
    return stopped() ? ExitCodes.INTERRUPTED : ExitCodes.DONE;
  }

  @Override
  public void at(String what, long done, long of, double seconds) {
    show(line(what, done, of, "", seconds));
  }
}
