package io.busbar.app;

import io.busbar.plan.space.SpaceSearch;
import java.util.Locale;

/**
 * Shows on standard error, when it is a terminal, how far a search is and how long it still takes,
 * and stops it on Ctrl-C with what is known. One command, one use.
 */
final class SearchProgress implements SpaceSearch.Progress, AutoCloseable {
  private static final long PATIENCE_MILLIS = 20_000;
  private static final double KNOWN = 0.02;

  private final Terminal terminal;
  private volatile boolean stopped;
  private boolean shown;

  SearchProgress(Terminal terminal) {
    this.terminal = terminal;
    terminal.onInterrupt(this::stop);
  }

  /** Called by another thread; when it returns, the process ends. */
  private void stop() {
    stopped = true;
    try {
      // The main thread prints its answer and ends the process, which takes a moment.
      Thread.sleep(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  boolean stopped() {
    return stopped;
  }

  int exitCode() {
    return stopped ? ExitCodes.INTERRUPTED : ExitCodes.DONE;
  }

  @Override
  public void at(long done, long of, double seconds) {
    if (terminal.showsProgress()) {
      shown = true;
      terminal.progress(line(done, of, seconds));
    }
  }

  static String line(long done, long of, double seconds) {
    double share = of == 0 ? 1 : (double) done / of;
    String left =
        share < KNOWN || share >= 1
            ? ""
            : String.format(Locale.ROOT, ", about %.0f s left", seconds * (1 - share) / share);
    return String.format(
        Locale.ROOT,
        "search: %,d of %,d set-ups (%.0f %%), %.0f s%s",
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
