package io.busbar.app.call;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How what went wrong is told on standard error, and with which exit code. */
public final class Failures
    implements CommandLine.IParameterExceptionHandler, CommandLine.IExecutionExceptionHandler {
  private final Terminal terminal;
  private final boolean debug;

  public Failures(Terminal terminal, boolean debug) {
    this.terminal = terminal;
    this.debug = debug;
  }

  /** A wrong call: what was not understood, the nearest name, where the help is. */
  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String name = command.qualifiedName();
    List<String> messages =
        e instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched.getUnmatched(), command)
            : List.of(String.valueOf(e.getMessage()));
    messages.forEach(message -> (name + ": " + message).lines().forEach(terminal::complain));
    terminal.complain("'" + name + " --help' shows how it is called");
    return ExitCodes.INPUT;
  }

  private static List<String> unmatched(List<String> words, CommandSpec command) {
    boolean anyOption = words.stream().anyMatch(Failures::isOption);
    List<String> messages = new ArrayList<>();
    for (String word : words) {
      if (isOption(word)) {
        String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        messages.add("unknown option '" + option + "'" + nearest(option, optionNames(command)));
      } else if (!anyOption && !command.subcommands().isEmpty()) {
        messages.add(
            "unknown command '"
                + word
                + "'"
                + nearest(word, List.copyOf(command.subcommands().keySet())));
        break; // the words after it are its own
      } else if (!anyOption) {
        messages.add("unexpected argument '" + word + "'" + asOption(word, command));
      }
    }
    return messages;
  }

  /** The option that takes such a word: the first for a file where it names one. */
  private static String asOption(String word, CommandSpec command) {
    if (!word.contains(".") && !word.contains("/")) {
      return "";
    }
    return command.options().stream()
        .filter(o -> o.paramLabel().startsWith("FILE") && !o.longestName().equals("--out"))
        .findFirst()
        .map(option -> "; did you mean '" + option.longestName() + " " + word + "'?")
        .orElse("");
  }

  private static boolean isOption(String word) {
    return word.startsWith("-") && word.length() > 1;
  }

  private static List<String> optionNames(CommandSpec command) {
    return command.options().stream().map(OptionSpec::longestName).toList();
  }

  private static String nearest(String word, List<String> names) {
    String hint = Nearest.hint(word, names);
    return hint.isEmpty() ? "" : "; " + hint;
  }

  /** An exception of a command. */
  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    return e instanceof InputException input ? input(input) : fault(e);
  }

  /** Every problem on its own line, then how many there are. */
  public int input(InputException e) {
    for (Problem problem : e.problems()) {
      terminal.complain(problem.toString());
    }
    int shown = e.problems().size();
    String some = shown < e.count() ? " (the first " + shown + " are shown)" : "";
    String noun = e.count() == 1 ? " problem" : " problems";
    terminal.complain("busbar: " + e.count() + noun + " in the input" + some);
    return ExitCodes.INPUT;
  }

  /** A fault of ours. */
  public int fault(Throwable e) {
    terminal.complain("busbar: this is a fault of busbar, not of your input: " + e);
    if (debug) {
      terminal.trace(e);
    } else {
      terminal.complain(
          "Please report it with the command, its input, and what the same command prints with"
              + " --debug.");
    }
    return ExitCodes.FAULT;
  }
}
