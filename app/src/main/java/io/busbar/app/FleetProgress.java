package io.busbar.app;

import io.busbar.app.fleet.Follow;
import java.util.Locale;

/**
 * Shows on standard error, when it is a terminal, how far work of a fleet is, and ends it on
 * Ctrl-C. One command, one use.
 */
final class FleetProgress implements Follow, AutoCloseable {
  private static final long PATIENCE_MILLIS = 20_000;
  private static final double KNOWN = 0.02;

  private final Terminal terminal;
  private volatile boolean stopped;
  private boolean shown;

  FleetProgress(Terminal terminal) {
    this.terminal = terminal;
    terminal.onInterrupt(this::stop);
  }

  /** Called by another thread; when it returns, the process ends. */
  private void stop() {
    stopped = true;
    try {
      Thread.sleep(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean stopped() {
    return stopped;
  }

  int exitCode() {
    return stopped ? ExitCodes.INTERRUPTED : ExitCodes.DONE;
  }

  @Override
  public void at(String what, long done, long of, double seconds) {
    if (terminal.showsProgress()) {
      shown = true;
      terminal.progress(line(what, done, of, seconds));
    }
  }

  static String line(String what, long done, long of, double seconds) {
    double share = of == 0 ? 1 : (double) done / of;
    String left =
        share < KNOWN || share >= 1
            ? ""
            : String.format(Locale.ROOT, ", about %.0f s left", seconds * (1 - share) / share);
    return String.format(
        Locale.ROOT,
        "%s: %,d of %,d (%.0f %%), %.0f s%s",
        what,
        done,
        of,
        100 * share,
        seconds,
        left);
  }

  /** Takes the line away; the answer follows. */
  @Override
  public void close() {
    if (shown) {
      terminal.progress("");
    }
  }
}
