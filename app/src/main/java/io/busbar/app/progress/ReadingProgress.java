package io.busbar.app.progress;

import io.busbar.app.call.Terminal;
import io.busbar.diagnose.Diagnoser;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Shows on standard error, when it is a terminal, how far a long reading of files is. */
public final class ReadingProgress implements Diagnoser.Reading, AutoCloseable {
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final int WIDEST_NAME = 50;

  private final Terminal terminal;
  private final long begunNanos = System.nanoTime();
  private long shownNanos = begunNanos;
  private boolean shown;

  public ReadingProgress(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void at(String file, long bytes) {
    long now = System.nanoTime();
    if (now - shownNanos < EVERY_NANOS
        || now - begunNanos < QUIET_NANOS
        || !terminal.showsProgress()) {
      return;
    }
    shownNanos = now;
    shown = true;
    terminal.progress(line(file, bytes, (now - begunNanos) * 1e-9));
  }

  static String line(String file, long bytes, double seconds) {
    String name =
        file.length() <= WIDEST_NAME
            ? file
            : "..." + file.substring(file.length() - WIDEST_NAME + 3);
    // A name is another's text, and the terminal obeys control characters.
    return String.format(
        Locale.ROOT,
        "reading %s: %.0f MB so far, %.0f s",
        name.replaceAll("\\p{Cntrl}", "?"),
        bytes * 1e-6,
        seconds);
  }

  /** Takes the line away; the answer follows. */
  @Override
  public void close() {
    if (shown) {
      terminal.progress("");
    }
  }
}
