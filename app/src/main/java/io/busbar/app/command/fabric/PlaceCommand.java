package io.busbar.app.command.fabric;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.EnumConverter;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.Named;
import io.busbar.app.step.Times;
import io.busbar.design.place.Emitted;
import io.busbar.design.place.Emitted.Launcher;
import io.busbar.design.place.PlaceAnswer;
import io.busbar.design.place.PlaceQuestion;
import io.busbar.design.place.PlaceReport;
import io.busbar.design.place.Placements;
import io.busbar.plan.input.PlanFile;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code busbar place}: which nodes a job gets, and in which order its ranks fill them. */
@Command(
    name = "place",
    description =
        "Choose nodes for a plan and the order of its ranks on them, so that heavy groups stay"
            + " below one leaf or pod: the predicted step against the scheduler's order, a bound,"
            + " and files for launchers.",
    footer = {
      "  busbar place --plan plan.yaml --free topology.conf",
      "  busbar place --plan plan.yaml --cluster dgx-h100:128 --free nodes.txt --confirm",
      "  busbar place --plan plan.yaml --fabric ibnetdiscover.txt --emit rankfile --out ranks",
      "  busbar place --plan plan.yaml --free topology.conf --check rankfile"
    })
public final class PlaceCommand extends BusbarCommand {
  @Option(
      names = "--plan",
      paramLabel = "FILE",
      required = true,
      description = {
        "Plan file of the job, as 'busbar plan' reads it; its cluster says how many nodes.",
        "Example: --plan plan.yaml"
      })
  private String plan = "";

  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = {
        "Where the job may run: a name of the catalogue with a count of nodes, or a cluster file;"
            + " the plan's own by default. Names of nodes count from its first: node001.",
        "Example: --cluster dgx-h100:128"
      })
  private @Nullable String cluster;

  @Option(
      names = "--fabric",
      paramLabel = "FILE",
      description = {
        "Where the job may run: what 'busbar fabric show' reads, such as output of ibnetdiscover or"
            + " LLDP neighbours. May be given several times.",
        "Example: --fabric ibnetdiscover.txt"
      })
  private List<String> fabric = List.of();

  @Option(
      names = "--free",
      paramLabel = "FILE",
      description = {
        "Free nodes in the scheduler's order: names, hostlists such as node[001-016], or a host"
            + " file; or SLURM's topology.conf or topology.yaml, whose tree then counts. May be"
            + " given twice. All nodes by default.",
        "Example: --free topology.conf --free idle.txt"
      })
  private List<String> free = List.of();

  @Option(
      names = "--check",
      paramLabel = "FILE",
      description = {
        "Judge this placement as well: Open MPI's rank file, or a host file.",
        "Example: --check rankfile"
      })
  private @Nullable String check;

  @Option(
      names = "--confirm",
      description = {
        "Play the communication of both orders with the flow engine, which knows none of the"
            + " formulas.",
        "Example: --confirm"
      })
  private boolean confirm;

  @Option(
      names = "--emit",
      paramLabel = "LAUNCHER",
      converter = LauncherConverter.class,
      description = {
        "Print the placement for a launcher instead: hostfile, rankfile or slurm.",
        "Example: --emit rankfile"
      })
  private @Nullable Launcher emit;

  @Mixin private FormatOption format = new FormatOption();

  public PlaceCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    PlanFile file = PlanFile.load(InFile.of(plan, "--plan"), Map.of());
    PlaceAnswer answer =
        Placements.place(
            new PlaceQuestion(
                file,
                cluster == null ? null : Named.cluster(cluster),
                fabric.stream().map(name -> InFile.of(name, "--fabric")).toList(),
                free.stream().map(name -> InFile.of(name, "--free")).toList(),
                check == null ? null : InFile.of(check, "--check"),
                confirm,
                new Times()));
    return emit != null
        ? Answer.of(Emitted.of(emit, answer, file.cluster()))
        : format.answer(PlaceReport.of(answer));
  }

  /** Reads the CLI names of {@link Launcher}. */
  static final class LauncherConverter extends EnumConverter<Launcher> {
    LauncherConverter() {
      super(Launcher.class);
    }
  }
}
