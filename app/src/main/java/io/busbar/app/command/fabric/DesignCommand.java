package io.busbar.app.command.fabric;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.EnumConverter;
import io.busbar.app.option.ReportOptions;
import io.busbar.app.render.markdown.MarkdownRenderer;
import io.busbar.app.step.Times;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Report;
import io.busbar.design.DesignQuestion;
import io.busbar.design.DesignReport;
import io.busbar.design.Designed;
import io.busbar.design.Designer;
import io.busbar.design.GridDesigner;
import io.busbar.design.GridReport;
import io.busbar.design.discover.DesignedDump;
import io.busbar.design.discover.Discovery;
import io.busbar.design.discover.FabricText.Form;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code busbar design}: which fabric to buy, what a job gets from it, what it costs. */
@Command(
    name = "design",
    description =
        "The fabric for so many GPUs: switches, cables, ports left, bisection, failure domains,"
            + " racks, power; with a plan what the job gets from it; cost; InfiniBand against"
            + " RoCE.",
    footer = {
      "  busbar design --gpus 10000 --node dgx-h100",
      "  busbar design --gpus 10000 --node dgx-h100 --growth 16384 --format html --out fabric.html",
      "  busbar design --budget 500M --node dgx-h100 --plan plan.yaml --compare ib,roce",
      "  busbar design --gpus 8192 --node dgx-b300 --switch sn5610 --topology multi-plane"
    })
public final class DesignCommand extends BusbarCommand {
  @Option(
      names = "--gpus",
      paramLabel = "N",
      description = {
        "How many GPUs, rounded up to whole nodes; the plan's by default.",
        "Example: --gpus 10000"
      })
  private @Nullable String gpus;

  @Option(
      names = "--budget",
      paramLabel = "MONEY",
      description = {
        "Or money for all that is bought: the largest cluster it buys.",
        "Example: --budget 500M"
      })
  private @Nullable String budget;

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description = {
        "What is joined, of 'busbar catalog nodes'; the plan's by default.",
        "Example: --node dgx-h100"
      })
  private @Nullable String node;

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = {
        "A plan: what its job gets from the fabric and from others like it.",
        "Example: --plan plan.yaml"
      })
  private @Nullable String plan;

  @Option(
      names = "--network",
      paramLabel = "NAME",
      description = {"ib or roce; what the node speaks by default.", "Example: --network roce"})
  private @Nullable String network;

  @Option(
      names = "--switch",
      paramLabel = "NAME",
      description = {
        "Of 'busbar catalog switches'; a usual one for the NICs by default.",
        "Example: --switch qm9700"
      })
  private @Nullable String switchName;

  @Option(
      names = "--spine-switch",
      paramLabel = "NAME",
      description = {
        "Spines and cores, where they are not the same switch.",
        "Example: --spine-switch arista-7800"
      })
  private @Nullable String spineSwitch;

  @Option(
      names = "--topology",
      paramLabel = "NAME",
      description = {
        "rail-fat-tree (the default), fat-tree, rail-only, multi-plane, dragonfly+ or nvl-rail; or"
            + " a grid of chips: torus:AxBx.., mesh:AxBx.., hyperx:AxBx.., with /B behind a torus"
            + " for blocks of side B joined by optical switches.",
        "Example: --topology rail-only"
      })
  private @Nullable String topology;

  @Option(
      names = "--oversubscription",
      paramLabel = "RATIO",
      description = {
        "Bandwidth into a leaf from below : bandwidth upwards; 1:1 by default.",
        "Example: --oversubscription 2:1"
      })
  private @Nullable String oversubscription;

  @Option(
      names = "--spine-oversubscription",
      paramLabel = "RATIO",
      description = {
        "The same of the spines towards cores or other groups.",
        "Example: --spine-oversubscription 7:1"
      })
  private @Nullable String spineOversubscription;

  @Option(
      names = "--planes",
      paramLabel = "N",
      description = {
        "Equal trees over which each NIC port is split; 1, or 2 with multi-plane.",
        "Example: --planes 2"
      })
  private @Nullable String planes;

  @Option(
      names = "--uplink",
      paramLabel = "RATE",
      description = {
        "A link between switches, as the links to the nodes by default; of a grid between chips.",
        "Example: --uplink 400Gb/s"
      })
  private @Nullable String uplink;

  @Option(
      names = "--nodes-per-leaf",
      paramLabel = "N",
      description = {
        "Most nodes below the same leaves; what the ports allow by default.",
        "Example: --nodes-per-leaf 2"
      })
  private @Nullable String nodesPerLeaf;

  @Option(
      names = "--nodes-per-pod",
      paramLabel = "N",
      description = {
        "Nodes below one spine layer; what takes the fewest switches by default.",
        "Example: --nodes-per-pod 384"
      })
  private @Nullable String nodesPerPod;

  @Option(
      names = "--spares",
      paramLabel = "N",
      description = {"Ports of each leaf that stay free; 0 by default.", "Example: --spares 8"})
  private @Nullable String spares;

  @Option(
      names = "--growth",
      paramLabel = "N",
      description = {
        "GPUs that the layers above the leaves are laid out for.",
        "Example: --growth 16384"
      })
  private @Nullable String growth;

  @Option(
      names = "--claim",
      split = ",",
      paramLabel = "NAME=N",
      description = {
        "Figures of a quote or sheet to check: switches, leaf_switches, spine_switches,"
            + " core_switches, node_leaf_cables, leaf_spine_cables, spine_core_cables, gpus,"
            + " nodes.",
        "Example: --claim switches=768"
      })
  private List<String> claims = List.of();

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description = {
        "Figures in place of the assumed ones: a mapping of their names to a number, or to low,"
            + " likely and high.",
        "Example: --prices quote.yaml"
      })
  private @Nullable String prices;

  @Option(
      names = "--compare",
      split = ",",
      paramLabel = "FAMILY",
      description = {
        "Decide between InfiniBand and RoCE: cost per delivered token, what decides, what would"
            + " turn it.",
        "Example: --compare ib,roce"
      })
  private List<String> compare = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = {"Of all draws; 1 by default. Same seed, same answer.", "Example: --seed 7"})
  private long seed = 1;

  @Option(
      names = "--draws",
      paramLabel = "N",
      description = {"Draws of the comparison; 2000 by default.", "Example: --draws 10000"})
  private String draws = "2000";

  @Option(
      names = "--emit",
      paramLabel = "KIND",
      converter = RecordConverter.class,
      description = {
        "Print the answer as a record to keep instead: markdown; or its cables for other tools:"
            + " cables (CSV), containerlab, graphviz, topology.conf, topology.yaml, and"
            + " topology-block.conf, topology-block.yaml (SLURM).",
        "Example: --emit markdown"
      })
  private @Nullable RecordKind emit;

  @Mixin private ReportOptions options = new ReportOptions();

  public DesignCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    DesignQuestion question = question();
    if (GridDesigner.asked(topology)) {
      return grid(question);
    }
    Designed designed = Designer.design(question, new Times());
    Report report = DesignReport.of(designed);
    if (emit == null || emit == RecordKind.MARKDOWN) {
      return emit == null ? options.answer(report) : Answer.of(MarkdownRenderer.render(report));
    }
    Discovery fabric = Discovery.of(DesignedDump.of(designed.fabric()));
    return Answer.of(FabricCommand.text(fabric, emit.form()));
  }

  private DesignQuestion question() {
    return new DesignQuestion(
        gpus,
        budget,
        node,
        plan == null ? null : InFile.of(plan, "--plan"),
        network,
        switchName,
        spineSwitch,
        topology,
        oversubscription,
        spineOversubscription,
        planes,
        uplink,
        nodesPerLeaf,
        nodesPerPod,
        spares,
        growth,
        prices == null ? null : InFile.of(prices, "--prices"),
        compare,
        claims,
        seed,
        draws);
  }

  private Answer grid(DesignQuestion question) {
    Report report = GridReport.of(GridDesigner.design(question));
    if (emit == null) {
      return options.answer(report);
    }
    if (emit != RecordKind.MARKDOWN) {
      Problems problems = new Problems();
      String hint = "links of a grid follow from its sizes";
      problems.add(Position.of("--emit"), "", emit.id(), "markdown for " + topology, hint);
      problems.throwIfAny();
    }
    return Answer.of(MarkdownRenderer.render(report));
  }

  /** Records that can be written. */
  enum RecordKind {
    MARKDOWN("markdown", null),
    CABLES(Form.CABLES.id(), Form.CABLES),
    CONTAINERLAB(Form.CONTAINERLAB.id(), Form.CONTAINERLAB),
    GRAPHVIZ(Form.GRAPHVIZ.id(), Form.GRAPHVIZ),
    TOPOLOGY_CONF(Form.TOPOLOGY_CONF.id(), Form.TOPOLOGY_CONF),
    TOPOLOGY_YAML(Form.TOPOLOGY_YAML.id(), Form.TOPOLOGY_YAML);

    private final String id;
    private final @Nullable Form form;

    RecordKind(String id, @Nullable Form form) {
      this.id = id;
      this.form = form;
    }

    String id() {
      return id;
    }

    /** The form of its cables. */
    Form form() {
      return form == null ? Form.CABLES : form;
    }
  }

  /** Reads the CLI names of {@link RecordKind}. */
  static final class RecordConverter extends EnumConverter<RecordKind> {
    RecordConverter() {
      super(RecordKind.class, RecordKind::id);
    }
  }
}
