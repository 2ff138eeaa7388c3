package io.busbar.app.progress;

import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.Terminal;
import io.busbar.base.report.Block;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.simulate.scenario.run.Playback;
import io.busbar.simulate.scenario.run.Watch;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How far simulations are, and what links did in them for those who want to see it. */
public final class Watching extends ProgressLine implements Watch {
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Terminal terminal;
  private String what = "";
  private long begunNanos = System.nanoTime();
  private long shownNanos = begunNanos;
  private @Nullable Playback playback;

  public Watching(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  /** Exit code of an answer: a run that failed, stalled or locked up is no success. */
  public int exitCode(Report report) {
    Stream<Severity> found =
        report.blocks().stream()
            .filter(Block.Findings.class::isInstance)
            .flatMap(block -> ((Block.Findings) block).findings().stream())
            .map(Finding::severity);
    return stopped() ? ExitCodes.INTERRUPTED : ExitCodes.of(found, Severity.CRITICAL);
  }

  @Override
  public boolean cancelled() {
    return stopped();
  }

  @Override
  public boolean wantsLinks() {
    return terminal.isPage();
  }

  /** Of several runs the first is shown. */
  @Override
  public void played(Playback run) {
    playback = playback == null ? run : playback;
  }

  /** What links did over time; null when nobody wants to know. */
  public @Nullable Playback playback() {
    return playback;
  }

  @Override
  public void run(String name, int number, int of) {
    what = of == 1 ? name : name + " (" + number + " of " + of + ")";
    begunNanos = System.nanoTime();
  }

  @Override
  public void at(double share, double simulatedSeconds) {
    long now = System.nanoTime();
    if (!isSeen() || now - shownNanos < EVERY_NANOS || now - begunNanos < QUIET_NANOS) {
      return;
    }
    shownNanos = now;
    double took = (now - begunNanos) * 1e-9;
    String line =
        String.format(
            Locale.ROOT,
            "%s: %.0f %%, %.3g ms simulated, %.0f s%s",
            what,
            100 * share,
            1e3 * simulatedSeconds,
            took,
            left(share, took));
    show(line);
  }
}
