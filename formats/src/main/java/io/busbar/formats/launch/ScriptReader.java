package io.busbar.formats.launch;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.formats.launch.Launch.Remark;
import io.busbar.formats.shell.ShellCommand;
import io.busbar.formats.shell.ShellCommand.Word;
import io.busbar.formats.shell.ShellOutcome;
import io.busbar.formats.shell.ShellRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds the command that starts the training in a script. Stateless. */
final class ScriptReader {
  private static final Set<String> LAUNCHERS =
      Set.of(
          "torchrun", "deepspeed", "accelerate", "srun", "mpirun", "mpiexec", "python", "python3");
  private static final Set<String> CONFIG_OPTIONS =
      Set.of(
          "deepspeed",
          "deepspeed_config",
          "deepspeed-config",
          "config_file",
          "config",
          "config-file",
          "config-path",
          "config_path",
          "job.config_file",
          "exp",
          "yaml-cfg");
  private static final int FEWEST = 2;

  private ScriptReader() {}

  /**
   * Reads a script.
   *
   * @param known whether a setting's name is one that a framework has
   * @param files other files by the name a script gives them
   */
  static Launch read(String name, String text, Predicate<String> known, LaunchReader.Files files) {
    ShellOutcome outcome = ShellRun.of(name, text, Map.of(), files::text);
    List<Remark> remarks = new ArrayList<>();
    ShellCommand best = choose(outcome.commands(), known, remarks);
    WorldReader world = new WorldReader();
    List<Setting> settings = List.of();
    String program = "";
    List<Launch> configurations = new ArrayList<>();
    if (best != null) {
      int start = programAt(best.words());
      program = start < best.words().size() ? best.words().get(start).text() : "";
      world.launcher(best.words().subList(0, start));
      settings =
          Flags.of(
              best.words().subList(Math.min(start + 1, best.words().size()), best.words().size()));
      configurations(best, outcome, known, files, configurations, remarks);
    }
    world.head(outcome.directives());
    if (outcome.cut()) {
      remarks.add(new Remark(Position.of(name), "the script does more than is followed"));
    }
    outcome.guesses().stream()
        .limit(20)
        .forEach(guess ->
            remarks.add(
                new Remark(
                    guess.at(),
                    "a condition that only the machine decides, read as "
                        + (guess.taken() ? "true" : "false"))));
    return new Launch(
        LaunchKind.SCRIPT, name, program, settings, world.world(), configurations, remarks);
  }

  private static @Nullable ShellCommand choose(
      List<ShellCommand> commands, Predicate<String> known, List<Remark> remarks) {
    ShellCommand best = null;
    int most = 0;
    List<Position> others = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (ShellCommand command : commands) {
      int score = score(command, known);
      boolean again = !seen.add(command.words().stream().map(Word::text).toList().toString());
      if (score > most) {
        if (best != null && most >= FEWEST) {
          others.add(best.at());
        }
        best = command;
        most = score;
      } else if (score >= FEWEST && !again && starts(command)) {
        others.add(command.at());
      }
    }
    if (best != null && !others.isEmpty()) {
      remarks.add(
          new Remark(
              best.at(),
              "of "
                  + (others.size() + 1)
                  + " commands that start a training, the one with most settings is read"));
    }
    return best;
  }

  /** Settings that are known, and a launch counts more than a line that prints one. */
  private static int score(ShellCommand command, Predicate<String> known) {
    int hits = 0;
    for (Setting setting : Flags.of(command.words())) {
      hits += known.test(setting.name()) ? 1 : 0;
    }
    boolean prints = command.words().getFirst().text().equals("echo");
    boolean config = command.words().stream().anyMatch(w -> isConfigFile(w.text()));
    return prints
        ? Math.min(hits, 1)
        : 2 * hits + (starts(command) ? 1 : 0) + (config && starts(command) ? FEWEST : 0);
  }

  private static boolean starts(ShellCommand command) {
    return command.words().stream()
        .limit(30)
        .anyMatch(
            word -> LAUNCHERS.contains(word.text().substring(word.text().lastIndexOf('/') + 1)));
  }

  private static boolean isConfigFile(String word) {
    return word.endsWith(".json")
        || word.endsWith(".yaml")
        || word.endsWith(".yml")
        || word.endsWith(".toml");
  }

  /** Index of the word that is the trained program: what stands before belongs to launchers. */
  static int programAt(List<Word> words) {
    int launcher = 0;
    for (int i = 0; i < words.size(); i++) {
      String text = words.get(i).text();
      if (text.endsWith(".py") && !Flags.isFlag(text)) {
        return i;
      }
      if ((text.equals("-m") || text.equals("--module")) && i + 1 < words.size()) {
        String module = words.get(i + 1).text();
        if (!module.startsWith("torch.distributed") && !module.startsWith("accelerate")) {
          return i + 1;
        }
      }
      if (LAUNCHERS.contains(text.substring(text.lastIndexOf('/') + 1))) {
        launcher = i;
      }
    }
    return LAUNCHERS.contains(words.get(launcher).text()) && launcher > 0 ? launcher : 0;
  }

  private static void configurations(
      ShellCommand command,
      ShellOutcome outcome,
      Predicate<String> known,
      LaunchReader.Files files,
      List<Launch> into,
      List<Remark> remarks) {
    Set<String> done = new HashSet<>();
    List<Word> words = command.words();
    for (int i = 0; i < words.size(); i++) {
      String text = words.get(i).text();
      int equals = text.indexOf('=');
      String file = equals > 0 ? text.substring(equals + 1) : text;
      String option = equals > 0 ? text : i > 0 ? words.get(i - 1).text() : "";
      boolean named = CONFIG_OPTIONS.contains(option.replaceAll("^-+|=.*$", ""));
      if (!isConfigFile(file) || (!named && Flags.isFlag(option)) || !done.add(file)) {
        continue;
      }
      read(file, words.get(i).at(), outcome, known, files, into, remarks);
    }
  }

  private static void read(
      String file,
      Position at,
      ShellOutcome outcome,
      Predicate<String> known,
      LaunchReader.Files files,
      List<Launch> into,
      List<Remark> remarks) {
    ShellOutcome.Written written = outcome.file(file);
    String text = written == null ? files.text(file) : written.text();
    if (text == null) {
      remarks.add(new Remark(at, file + " is not at hand: what it sets is not read"));
      return;
    }
    try {
      Launch launch = LaunchReader.configuration(file, text, known, files);
      if (launch != null) {
        into.add(written == null ? launch : moved(launch, written));
      }
    } catch (InputException e) {
      if (written == null) {
        throw e;
      }
      remarks.add(
          new Remark(
              at,
              "the text written to "
                  + file
                  + " cannot be read: "
                  + e.problems().getFirst().expected()));
    }
  }

  /** Places in a text that the script writes, as places in the script. */
  private static Launch moved(Launch launch, ShellOutcome.Written written) {
    List<Setting> settings = new ArrayList<>();
    for (Setting s : launch.settings()) {
      settings.add(
          new Setting(
              s.name(),
              s.values(),
              written.at(s.at().line(), s.at().column()),
              written.at(s.nameAt().line(), s.nameAt().column()),
              s.known() && !s.value().contains("$")));
    }
    return new Launch(
        launch.kind(),
        launch.source(),
        launch.program(),
        settings,
        launch.world(),
        launch.configurations(),
        launch.remarks());
  }
}
