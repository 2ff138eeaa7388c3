package io.busbar.app;

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
    footer = "'busbar COMMAND --help' says all about a command.")
final class Root implements Runnable {
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
    String names = String.join(", ", Commands.NAMES);
    throw new ParameterException(spec.commandLine(), "name a command: " + names);
  }

  /** The version of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Root.class.getPackage().getImplementationVersion();
      String java = "java " + Runtime.version();
      return new String[] {"busbar " + (version == null ? "development" : version), java};
    }
  }
}
