package io.busbar.app;

import io.busbar.app.call.Failures;
import io.busbar.app.call.Terminal;
import io.busbar.base.problem.InputException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program. Everything the process tells the outside goes through its {@link Terminal}. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    int code = run(Terminal.ofProcess(), args);
    // Everything is written and there are no shutdown hooks: System.exit would only add the time
    // to load the logging of the JDK.
    Runtime.getRuntime().halt(code);
  }

  /** Runs a command line and returns the exit code; prints nowhere else than to the terminal. */
  public static int run(Terminal terminal, String... typed) {
    String[] args = helped(typed);
    Failures failures = new Failures(terminal, Arrays.asList(args).contains("--debug"));
    try {
      StringWriter usage = new StringWriter(); // help and version
      CommandLine line = line(terminal, args);
      line.setOut(new PrintWriter(usage));
      line.setParameterExceptionHandler(failures);
      line.setExecutionExceptionHandler(failures);
      line.setExecutionStrategy(Main::execute);
      int code = line.execute(args);
      if (usage.getBuffer().length() > 0) {
        terminal.print(usage.toString());
      }
      return code;
    } catch (InputException e) { // from printing the help
      return failures.input(e);
    } catch (Throwable e) { // also errors, which picocli lets through
      return failures.fault(e);
    }
  }

  /**
   * Runs the command that was called. picocli answers a call for help before it looks at the rest,
   * so that help for a command that does not exist would be the general one, and a success.
   */
  private static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandSpec command = last.commandSpec();
    if (!command.subcommands().isEmpty() && !last.unmatched().isEmpty()) {
      throw new UnmatchedArgumentException(command.commandLine(), last.unmatched());
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /** {@code busbar help plan} means {@code busbar plan --help}. */
  private static String[] helped(String... typed) {
    if (typed.length == 0 || !typed[0].equals("help")) {
      return typed;
    }
    String[] args = Arrays.copyOfRange(typed, 1, typed.length + 1);
    args[typed.length - 1] = "--help";
    return args;
  }

  /** The command line with the one command that is called, or all when that is not clear. */
  static CommandLine line(Terminal terminal, String... args) {
    CommandLine line = new CommandLine(new Root());
    String called = Arrays.stream(args).filter(arg -> !arg.startsWith("-")).findFirst().orElse("");
    List<String> names = Commands.NAMES.contains(called) ? List.of(called) : Commands.NAMES;
    for (String name : names) {
      line.addSubcommand(name, Commands.create(name, terminal));
    }
    line.setExpandAtFiles(false); // an argument is never a file to read arguments from
    line.setUsageHelpWidth(terminal.style().width());
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            terminal.style().colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
    return line;
  }
}
