package io.busbar.app.command.hosts;

import io.busbar.app.call.InFile;
import io.busbar.app.call.OutFile;
import io.busbar.app.call.Refusal;
import io.busbar.base.problem.InputException;
import io.busbar.runtime.perf.PerfAnswer;
import io.busbar.runtime.tuning.Tuning;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the table of ways is: a file that the user named, or the usual one. Only this command looks
 * for it; programs that use the library name theirs.
 *
 * @param path null for no table
 * @param given whether the user named it
 */
public record TuningFile(@Nullable Path path, boolean given) {
  private static final String OPTION = "--tuning";
  private static final String NONE = "none";

  /**
   * @param option what was given; null for nothing
   */
  static TuningFile of(@Nullable String option) {
    if (option == null) {
      return new TuningFile(usual(System.getenv()), false);
    }
    return new TuningFile(option.equals(NONE) ? null : InFile.of(option, OPTION), true);
  }

  /** By the XDG base directories; null when the environment names no home. */
  static @Nullable Path usual(Map<String, String> environment) {
    String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    if (config.startsWith("/")) {
      return Path.of(config, "busbar", "tuning.txt");
    }
    return home.isEmpty() ? null : Path.of(home, ".config", "busbar", "tuning.txt");
  }

  /** Whether there is a table; one that the user named has to be there. */
  private boolean exists() {
    return path != null && (given || Files.exists(path));
  }

  /**
   * The table.
   *
   * @throws InputException when it is wrong or cannot be read
   */
  Tuning read() {
    if (path == null || !exists()) {
      return Tuning.NONE;
    }
    try {
      return Tuning.read(path);
    } catch (UncheckedIOException e) {
      String hint = "'busbar perf --tune' writes one";
      throw Refusal.of(OPTION, path.toString(), "a file that can be read", hint);
    }
  }

  /** The table that is to be written anew; one that the user named may be missing. */
  Tuning readToReplace() {
    if (path == null) {
      throw Refusal.of(OPTION, NONE, "a file, which --tune writes", "");
    }
    return Files.exists(path) ? read() : Tuning.NONE;
  }

  /** Who says which ways are taken. */
  String by() {
    return exists() ? name() : PerfAnswer.START_VALUES;
  }

  String name() {
    return String.valueOf(path);
  }

  /** Writes a table; the usual folder is made. */
  void write(String text) {
    if (path != null && !given) {
      try {
        Files.createDirectories(path.toAbsolutePath().getParent());
      } catch (IOException e) {
        throw Refusal.of(
            OPTION, path.toString(), "a folder that can be made", String.valueOf(e.getMessage()));
      }
    }
    OutFile.write(OPTION, name(), text);
  }
}
