package io.busbar.app;

import io.busbar.runtime.preflight.Watch;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Shows on standard error, when it is a terminal, how far a preflight is, and stops it on Ctrl-C
 * with what is known. One command, one use.
 */
final class RoundProgress implements Watch, AutoCloseable {
  private static final long PATIENCE_MILLIS = 20_000;

  private final Terminal terminal;
  private final long begunNanos = System.nanoTime();
  private volatile boolean stopped;
  private boolean shown;

  RoundProgress(Terminal terminal) {
    this.terminal = terminal;
    terminal.onInterrupt(this::stop);
  }

  /** Called by another thread; when it returns, the process ends. */
  private void stop() {
    stopped = true;
    try {
      // The main thread ends its round, prints its answer and ends the process.
      TimeUnit.MILLISECONDS.sleep(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean cancelled() {
    return stopped;
  }

  @Override
  public void at(String what, int done, int of) {
    if (terminal.showsProgress()) {
      shown = true;
      terminal.progress(line(what, done, of, (System.nanoTime() - begunNanos) * 1e-9));
    }
  }

  static String line(String what, int done, int of, double seconds) {
    return String.format(Locale.ROOT, "%s: %d of %d, %.0f s", what, done, of, seconds);
  }

  /** Takes the line away; the answer follows. */
  @Override
  public void close() {
    if (shown) {
      terminal.progress("");
    }
  }
}
