package io.busbar.app.command.fabric;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.EnumConverter;
import io.busbar.app.option.FormatOption;
import io.busbar.base.problem.Nearest;
import io.busbar.design.discover.Discovery;
import io.busbar.design.discover.FabricReport;
import io.busbar.design.discover.FabricText;
import io.busbar.design.discover.FabricText.Form;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbar fabric}: a fabric as tools discovered it. */
@Command(
    name = "fabric",
    description =
        "Show a discovered fabric, InfiniBand or Ethernet: tiers, rails, oversubscription, degraded"
            + " and missing links, adapters on the wrong rail; or with load what a collective puts"
            + " on a cluster's links.",
    footer = {
      "  busbar fabric show ibnetdiscover.txt",
      "  busbar fabric show iblinkinfo.txt --format html --out fabric.html",
      "  busbar fabric show lldp/ --emit topology.conf",
      "  busbar fabric load --cluster dgx-h100:64 --routing ecmp,adaptive"
    })
public final class FabricCommand extends BusbarCommand {
  private static final List<String> ACTIONS = List.of("show");

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ACTION",
      description = {"show: draw the fabric and what is wrong with it.", "Example: show"})
  private String action = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FILE",
      description = {
        "Output of ibnetdiscover (also with -p) or iblinkinfo (also with -l); or of an Ethernet"
            + " fabric, any number of files and folders: LLDP neighbours (lldpctl as text, json,"
            + " json0, keyvalue; show lldp of SONiC, Cumulus, Arista, NX-OS), rates (SONiC's show"
            + " interfaces status), Containerlab, cables of NetBox (JSON, CSV), a list of cables"
            + " (CSV, GraphViz), SLURM's topology.conf, topology.yaml or scontrol show topology.",
        "Example: lldp/ rates.txt"
      })
  private List<String> files = List.of();

  @Option(
      names = "--emit",
      paramLabel = "FORM",
      converter = FormConverter.class,
      description = {
        "Print the fabric for another tool instead: cables (CSV), containerlab, graphviz,"
            + " topology.conf, topology.yaml, or as blocks topology-block.conf,"
            + " topology-block.yaml (SLURM).",
        "Example: --emit containerlab"
      })
  private @Nullable Form emit;

  @Mixin private FormatOption format = new FormatOption();

  private final Terminal terminal;

  public FabricCommand(Terminal terminal) {
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
    if (files.isEmpty()) {
      String expected = "what tells of the fabric: a dump, LLDP, a list of cables";
      throw Refusal.of("FILE", "", expected, "e.g. busbar fabric show ibnetdiscover.txt");
    }
    Discovery fabric = Discovery.read(files.stream().map(file -> InFile.of(file, "FILE")).toList());
    return emit == null ? format.answer(FabricReport.of(fabric)) : Answer.of(text(fabric, emit));
  }

  /** A fabric in the words of another tool. */
  static String text(Discovery fabric, Form form) {
    String refusal = FabricText.refusal(fabric, form);
    if (!refusal.isEmpty()) {
      throw Refusal.of("--emit", form.id(), "a form that this fabric has", refusal);
    }
    return FabricText.of(fabric, form);
  }

  /** Forms as the option writes them. */
  static final class FormConverter extends EnumConverter<Form> {
    FormConverter() {
      super(Form.class, Form::id);
    }
  }
}
