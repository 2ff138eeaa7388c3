package io.busbar.app.option;

import io.busbar.app.call.Refusal;
import picocli.CommandLine.Option;

/** {@code --threads}, as a picocli mixin. */
public final class ThreadsOption {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {"Threads on this machine; all cores by default.", "Example: --threads 1"})
  private int threads = Runtime.getRuntime().availableProcessors();

  /** How many; at least one, anything else is refused. */
  public int count() {
    if (threads < 1) {
      throw Refusal.of("--threads", Integer.toString(threads), "at least 1", "");
    }
    return threads;
  }
}
