package io.busbar.app.command.simulate;

import io.busbar.app.call.Terminal;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the same call again in a JVM with the optimising compiler. The launcher leaves it off where
 * most calls are over in a moment; a long one wins back the second start many times.
 */
public final class SecondJvm {
  /** What the launcher sets for a quick start. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  private static final long PATIENCE_SECONDS = 20;

  private final Terminal terminal;

  SecondJvm(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Whether this process was started for a short call. */
  boolean helps() {
    return terminal.isOfProcess() && flags().contains(QUICK);
  }

  private static List<String> flags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments();
  }

  /**
   * Its output is that of this process.
   *
   * @param args of the whole command line
   * @return its exit code; null when it could not be started
   */
  @Nullable Integer run(List<String> args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    flags().stream().filter(flag -> !flag.equals(QUICK)).forEach(command::add);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Terminal.MAIN_CLASS);
    command.addAll(args);
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      terminal.onInterrupt(() -> end(process));
      return process.waitFor();
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  /** It prints what it knows by then, so it may take its time. */
  private static void end(Process process) {
    process.destroy();
    try {
      process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
