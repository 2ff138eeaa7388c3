package io.busbar.app.command.fleet;

import io.busbar.app.call.Answer;
import io.busbar.app.call.PlainCommand;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbar fleet}: what one process is too small for, on Apache Spark. */
@Command(
    name = "fleet",
    description =
        "Spread work over all cores of this machine, or over a cluster, with Apache Spark: searches"
            + " of a billion set-ups, the logs of thousands of hosts, sweeps of simulations. The first call builds it, which fetches"
            + " Spark (200 MB). Unasked it uses this machine alone, and nothing listens beyond"
            + " loopback.",
    footer = {
      "  busbar fleet search search.yaml --work parts/",
      "  busbar fleet diagnose logs/ --out fleet/",
      "  busbar fleet sweep sweep.yaml --out results/",
      "  busbar fleet search search.yaml --master spark://head:7077"
    })
public final class FleetCommand extends PlainCommand {
  private static final List<String> ACTIONS = List.of("search", "diagnose", "sweep");

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "COMMAND",
      description = {"What to spread; see below.", "Example: search"})
  private String action = "";

  private final Terminal terminal;

  public FleetCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Spec
  void addActions(CommandSpec own) {
    own.addSubcommand("search", new CommandLine(new FleetSearchCommand(terminal)));
    own.addSubcommand("diagnose", new CommandLine(new FleetDiagnoseCommand(terminal)));
    own.addSubcommand("sweep", new CommandLine(new FleetSweepCommand(terminal)));
  }

  @Override
  protected Answer answer() {
    String hint = io.busbar.base.problem.Nearest.hint(action, ACTIONS);
    throw Refusal.of("COMMAND", action, "one of " + String.join(", ", ACTIONS), hint);
  }
}
