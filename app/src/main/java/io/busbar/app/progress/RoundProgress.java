package io.busbar.app.progress;

import io.busbar.app.call.Terminal;
import io.busbar.runtime.preflight.Watch;
import java.util.Locale;

/** How far a preflight is. */
public final class RoundProgress extends ProgressLine implements Watch {
  private final long begunNanos = System.nanoTime();

  public RoundProgress(Terminal terminal) {
    super(terminal);
  }

  @Override
  public boolean cancelled() {
    return stopped();
  }

  @Override
  public void at(String what, int done, int of) {
    show(line(what, done, of, (System.nanoTime() - begunNanos) * 1e-9));
  }

  public static String line(String what, int done, int of, double seconds) {
    return String.format(Locale.ROOT, "%s: %d of %d, %.0f s", what, done, of, seconds);
  }
}
