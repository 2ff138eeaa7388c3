package io.busbar.app;

import io.busbar.app.command.program.VersionCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code busbar} without a command: help, version, and what holds for all commands. */
@Command(
    name = "busbar",
    description = "Workbench for the network of an AI training cluster.",
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    versionProvider = Root.Version.class,
    descriptionHeading = "%n",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:done, and something was found that should fail a script",
      "2:the input or the call is wrong",
      "70:a fault of busbar"
    },
    footerHeading = "%n",
    footer = "'busbar help COMMAND' says all about a command.")
final class Root implements Runnable {
  /** What is said to a call without a command. */
  private static final String BEGINNINGS =
      """
      what do you want to know? Name a command, for example:
        busbar plan --model llama3-70b --cluster dgx-h100:128    what a training step costs
        busbar design --gpus 1024 --node dgx-h100                which fabric to buy
        busbar collective all_reduce --cluster dgx-h100:4        how long a collective takes
        busbar tune --cluster dgx-h100:4                         which NCCL settings it needs
        busbar diagnose logs/                                    why a run is slow or broken\
      """;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = {"Show this help.", "Example: busbar --help"})
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = {"Show the version.", "Example: busbar --version"})
  private boolean version;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      order = 92,
      description = {"Show the stack trace of a fault of busbar.", "Example: --debug 2> trace.txt"})
  private boolean debug;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), BEGINNINGS);
  }

  /** The version of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return VersionCommand.lines();
    }
  }
}
