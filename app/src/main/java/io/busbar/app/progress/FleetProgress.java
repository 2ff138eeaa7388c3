package io.busbar.app.progress;

import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.Terminal;
import io.busbar.app.fleet.Follow;

/** How far work of a fleet is. */
public final class FleetProgress extends ProgressLine implements Follow {
  public FleetProgress(Terminal terminal) {
    super(terminal);
  }

  public int exitCode() {
    return stopped() ? ExitCodes.INTERRUPTED : ExitCodes.DONE;
  }

  @Override
  public void at(String what, long done, long of, double seconds) {
    show(line(what, done, of, "", seconds));
  }
}
