package io.busbar.app.progress;

import io.busbar.app.call.Terminal;
import java.util.Locale;

/**
 * A line of progress on standard error, when it is a terminal, for work that Ctrl-C stops: the
 * process then ends with what is known so far. One command, one use.
 */
public abstract class ProgressLine implements AutoCloseable {
  /** The main thread prints its answer and ends the process, which takes a moment. */
  private static final long PATIENCE_MILLIS = 20_000;

  /** Share of the work from which its rest can be told. */
  private static final double KNOWN = 0.02;

  private final Terminal terminal;
  private volatile boolean stopped;
  private boolean shown;

  ProgressLine(Terminal terminal) {
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

  /** Whether the work is to end. */
  public final boolean stopped() {
    return stopped;
  }

  /** Whether anybody sees the line. */
  final boolean isSeen() {
    return terminal.showsProgress();
  }

  /** Shows a line instead of the one before, where anybody sees it. */
  final void show(String line) {
    if (isSeen()) {
      shown = true;
      terminal.progress(line);
    }
  }

  /** Takes the line away; the answer follows. */
  @Override
  public final void close() {
    if (shown) {
      terminal.progress("");
    }
  }

  /**
   * How long the rest takes, with a comma before it; empty while it cannot be told, and at the end.
   *
   * @param share of the work that is done, 0 to 1
   * @param seconds that it took
   */
  static String left(double share, double seconds) {
    return share < KNOWN || share >= 1
        ? ""
        : String.format(Locale.ROOT, ", about %.0f s left", seconds * (1 - share) / share);
  }

  /**
   * How much is done.
   *
   * @param what is done, with a colon behind it
   * @param things of which there are so many, with a blank before it; may be empty
   */
  static String line(String what, long done, long of, String things, double seconds) {
    double share = of == 0 ? 1 : (double) done / of;
    return String.format(
        Locale.ROOT,
        "%s: %,d of %,d%s (%.0f %%), %.0f s%s",
        what,
        done,
        of,
        things,
        100 * share,
        seconds,
        left(share, seconds));
  }
}
