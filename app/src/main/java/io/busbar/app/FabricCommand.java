package io.busbar.app;

import io.busbar.base.problem.Nearest;
import io.busbar.design.discover.Discovery;
import io.busbar.design.discover.FabricReport;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbar fabric}: a fabric as tools discovered it. */
@Command(
    name = "fabric",
    description =
        "Show a discovered fabric: tiers, rails, oversubscription, degraded and missing links,"
            + " adapters on the wrong rail; or with load what a collective puts on a cluster's"
            + " links.",
    footer = {
      "  busbar fabric show ibnetdiscover.txt",
      "  busbar fabric show iblinkinfo.txt --format html --out fabric.html",
      "  busbar fabric load --cluster dgx-h100:64 --routing ecmp,adaptive"
    })
final class FabricCommand extends BusbarCommand {
  private static final List<String> ACTIONS = List.of("show");

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ACTION",
      description = {"show: draw the fabric and what is wrong with it.", "Example: show"})
  private String action = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FILE",
      description = {
        "Output of ibnetdiscover (also with -p) or iblinkinfo (also with -l).",
        "Example: ibnetdiscover.txt"
      })
  private String file = "";

  @Mixin private FormatOption format = new FormatOption();

  private final Terminal terminal;

  FabricCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Spec
  void addLoad(CommandSpec own) {
    own.addSubcommand("load", new CommandLine(new FabricLoadCommand(terminal)));
  }

  @Override
  protected Answer answer() {
    if (!ACTIONS.contains(action)) {
      String hint = Nearest.hint(action, ACTIONS);
      throw Refusal.of("ACTION", action, "one of " + String.join(", ", ACTIONS), hint);
    }
    if (file.isEmpty()) {
      String expected = "an output of ibnetdiscover or iblinkinfo";
      throw Refusal.of("FILE", "", expected, "e.g. busbar fabric show ibnetdiscover.txt");
    }
    return format.answer(FabricReport.of(Discovery.read(InFile.of(file, "FILE"))));
  }
}
