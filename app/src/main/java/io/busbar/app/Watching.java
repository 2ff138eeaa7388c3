package io.busbar.app;

import io.busbar.base.report.Block;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Report;
import io.busbar.base.report.Severity;
import io.busbar.simulate.scenario.Playback;
import io.busbar.simulate.scenario.Watch;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of long runs on standard error when it is a terminal, and stops them on
 * Ctrl-C: the process then ends with what is known so far. One command, one use.
 */
final class Watching implements Watch, AutoCloseable {
  private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PATIENCE_MILLIS = 20_000;
  private static final double KNOWN = 0.02;

  private final Terminal terminal;
  private volatile boolean stopped;
  private String what = "";
  private long begunNanos = System.nanoTime();
  private long shownNanos = begunNanos;
  private boolean shown;
  private @Nullable Playback playback;

  Watching(Terminal terminal) {
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

  /** Exit code of an answer: a run that failed, stalled or locked up is no success. */
  int exitCode(Report report) {
    Stream<Severity> found =
        report.blocks().stream()
            .filter(Block.Findings.class::isInstance)
            .flatMap(block -> ((Block.Findings) block).findings().stream())
            .map(Finding::severity);
    return stopped ? ExitCodes.INTERRUPTED : ExitCodes.of(found, Severity.CRITICAL);
  }

  @Override
  public boolean cancelled() {
    return stopped;
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
  @Nullable Playback playback() {
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
    if (!terminal.showsProgress()
        || now - shownNanos < EVERY_NANOS
        || now - begunNanos < QUIET_NANOS) {
      return;
    }
    shownNanos = now;
    shown = true;
    double took = (now - begunNanos) * 1e-9;
    String left =
        share < KNOWN || share >= 1
            ? ""
            : String.format(Locale.ROOT, ", about %.0f s left", took * (1 - share) / share);
    String line =
        String.format(
            Locale.ROOT,
            "%s: %.0f %%, %.3g ms simulated, %.0f s%s",
            what,
            100 * share,
            1e3 * simulatedSeconds,
            took,
            left);
    terminal.progress(line);
  }

  /** Takes the line away; the answer follows. */
  @Override
  public void close() {
    if (shown) {
      terminal.progress("");
    }
  }
}
