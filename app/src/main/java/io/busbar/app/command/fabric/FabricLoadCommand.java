package io.busbar.app.command.fabric;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.Named;
import io.busbar.app.option.PlanOptions;
import io.busbar.app.step.Times;
import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.cluster.Placement;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planned;
import io.busbar.plan.Planner;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.step.StepModel;
import io.busbar.plan.step.TimeModels;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.load.Connections;
import io.busbar.simulate.load.FabricLoadReport;
import io.busbar.simulate.load.LinkLoads;
import io.busbar.simulate.load.LoadQuestion;
import io.busbar.simulate.load.Parts;
import io.busbar.simulate.load.Patterns;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code busbar fabric load}: what a collective puts on each link, and what a break does. */
@Command(
    name = "load",
    description =
        "What a collective puts on each link of a cluster's fabric, by routing, and what a broken"
            + " link, switch or NIC does to it and to a plan's step.",
    footer = {
      "  busbar fabric load --cluster dgx-h100:64",
      "  busbar fabric load --cluster dgx-h100:64 --op alltoall --routing"
          + " ecmp,adaptive,rail-aligned",
      "  busbar fabric load --cluster dgx-h100:64 --who leaf0-spine1",
      "  busbar fabric load --model llama3-70b --cluster dgx-h100:128 --tp 8 --pp 4 --break spine0"
    })
public final class FabricLoadCommand extends BusbarCommand {
  /** Of an all-to-all; more connections would take seconds and gigabytes. */
  private static final int MOST_ALL_TO_ALL = 2048;

  private static final String ALL_TO_ALL = "alltoall";
  private static final Map<String, CollectiveOp> RINGS =
      Map.of(
          "all_reduce", CollectiveOp.ALL_REDUCE,
          "all_gather", CollectiveOp.ALL_GATHER,
          "reduce_scatter", CollectiveOp.REDUCE_SCATTER);
  private static final List<String> OPS =
      List.of("all_reduce", "all_gather", "reduce_scatter", ALL_TO_ALL);
  private static final double USUAL_BYTES = 1 << 30;

  @Option(
      names = "--op",
      paramLabel = "NAME",
      description = {
        "all_reduce (the default), all_gather, reduce_scatter, each as rings, or alltoall. With a"
            + " model its data-parallel groups do it, all at once; without, all GPUs.",
        "Example: --op alltoall"
      })
  private String op = "all_reduce";

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = {
        "Size of the collective; the plan's gradients, or 1GiB, by default.",
        "Example: --size 256MiB"
      })
  private @Nullable String size;

  @Option(
      names = "--routing",
      split = ",",
      paramLabel = "NAME",
      description = {
        "ecmp (by a hash, the default), destination (as InfiniBand's fat trees), adaptive (equal"
            + " parts), rail-aligned (ecmp after NVLink has brought all bytes to their rail).",
        "Example: --routing ecmp,adaptive"
      })
  private List<String> routings = List.of("ecmp");

  @Option(
      names = "--break",
      split = ",",
      paramLabel = "PART",
      description = {
        "Parts that carry nothing: a switch, all cables of a link, one of them, or a NIC's link.",
        "Example: --break spine3,leaf0-spine1,leaf2-spine1:0,gpu5-leaf5"
      })
  private List<String> broken = List.of();

  @Option(
      names = "--who",
      split = ",",
      paramLabel = "PART",
      description = {
        "Parts, named as for --break, of which is said which GPUs send over them, and how much.",
        "Example: --who leaf0-spine1"
      })
  private List<String> looked = List.of();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = {"Of hashes; 1 by default. Same seed, same answer.", "Example: --seed 7"})
  private long seed = 1;

  @Mixin private FormatOption format = new FormatOption();

  private final PlanOptions keys = new PlanOptions();
  private @Nullable Asked asked;

  FabricLoadCommand(Terminal terminal) {
    super(terminal);
  }

  @Spec
  void addKeys(CommandSpec spec) {
    keys.addTo(spec);
  }

  @Override
  protected Answer answer() {
    Map<String, String> typed = keys.typed();
    String named = typed.get("--cluster");
    if (named == null) {
      throw Refusal.of("--cluster", "", "the cluster whose fabric it is", "e.g. dgx-h100:64");
    }
    boolean planned = typed.containsKey("--model");
    PlanFile file = planned ? PlanFile.load(null, keys.overlay()) : null;
    Cluster cluster = file == null ? Named.cluster(named) : file.cluster();
    Planned plan = file == null ? null : plan(file, new Times());
    LoadQuestion question = question(cluster, plan);
    DoubleUnaryOperator step =
        file == null || plan == null ? null : factor -> slowed(file, plan, factor);
    LoadQuestion.Loaded loaded = question.answer(step);
    asked = new Asked(question, loaded.loads());
    return format.answer(FabricLoadReport.of(loaded.answer(), question.broken().names()));
  }

  /** What the last answer was about; null before there is one. */
  public @Nullable Asked asked() {
    return asked;
  }

  /**
   * A question and the loads of its answer.
   *
   * @param loads by routing
   */
  public record Asked(LoadQuestion question, Map<String, LinkLoads> loads) {}

  private static Planned plan(PlanFile file, TimeModels times) {
    return Planner.plan(new PlanQuestion(file, times, null, false, false));
  }

  /** The step of the same set-up when collectives between nodes take longer. */
  private static double slowed(PlanFile file, Planned plan, double factor) {
    if (factor == 1) {
      return plan.situation().cost().step();
    }
    TimeModels usual = new Times();
    TimeModels slower =
        cluster ->
            (operation, group) -> {
              var curve = usual.of(cluster).prepare(operation, group);
              double times = group.domains() > 1 ? factor : 1;
              return (bytes, ledger) -> times * curve.seconds(bytes, ledger);
            };
    return new StepModel(file.model(), file.cluster(), slower)
        .evaluate(plan.situation().training(), Ledger.OFF)
        .step();
  }

  private LoadQuestion question(Cluster cluster, @Nullable Planned plan) {
    Problems problems = new Problems();
    if (!OPS.contains(op)) {
      String hint = Nearest.hint(op, OPS);
      problems.add(Position.of("--op"), "", op, "one of " + String.join(", ", OPS), hint);
    }
    for (String routing : routings) {
      if (!LoadQuestion.ROUTINGS.contains(routing)) {
        String expected = "one of " + String.join(", ", LoadQuestion.ROUTINGS);
        String hint = Nearest.hint(routing, LoadQuestion.ROUTINGS);
        problems.add(Position.of("--routing"), "", routing, expected, hint);
      }
    }
    if (cluster.nodes() < 2) {
      String hint = "a single node has no network between nodes";
      problems.add(Position.of("--cluster"), "", cluster.name(), "at least two nodes", hint);
    }
    double bytes = bytes(plan, problems);
    problems.throwIfAny();
    Fabric fabric = Fabrics.of(cluster);
    Parts parts = Parts.of(fabric, broken, Position.of("--break"), problems);
    Parts who = Parts.of(fabric, looked, Position.of("--who"), problems);
    List<int[]> groups = groups(cluster, plan);
    int largest = groups.stream().mapToInt(group -> group.length).max().orElse(0);
    long connections = groups.size() * (long) largest * largest;
    if (op.equals(ALL_TO_ALL) && connections > (long) MOST_ALL_TO_ALL * MOST_ALL_TO_ALL) {
      String expected = "at most " + MOST_ALL_TO_ALL + " GPUs for an all-to-all";
      problems.add(Position.of("--cluster"), "", cluster.name(), expected, "");
    }
    problems.throwIfAny();
    int domain = Math.min(cluster.gpusPerDomain(), cluster.gpus());
    Connections plain = connections(groups, cluster, domain, false, bytes);
    boolean differs = op.equals(ALL_TO_ALL) && routings.contains("rail-aligned");
    Connections aligned = differs ? connections(groups, cluster, domain, true, bytes) : plain;
    String words =
        op
            + " of "
            + DataSize.print(bytes)
            + (groups.size() > 1 ? " in " + groups.size() + " groups of " : " over ")
            + largest
            + " GPUs";
    return new LoadQuestion(
        cluster.name(), fabric, words, plain, aligned, routings, parts, who, seed);
  }

  private double bytes(@Nullable Planned plan, Problems problems) {
    if (size == null) {
      return plan == null ? USUAL_BYTES : plan.answer().gradientBytesPerGpu();
    }
    try {
      return DataSize.parse(size).bytes();
    } catch (QuantityFormatException e) {
      problems.add(Position.of("--size"), "", size, e.expected(), e.hint());
      return USUAL_BYTES;
    }
  }

  private static List<int[]> groups(Cluster cluster, @Nullable Planned plan) {
    if (plan == null) {
      return List.of(IntStream.range(0, cluster.gpus()).toArray());
    }
    Placement placement = new Placement(cluster, plan.situation().training().parallelism());
    return placement.sampleGroups(GroupKind.DP, Integer.MAX_VALUE);
  }

  private Connections connections(
      List<int[]> groups, Cluster cluster, int domain, boolean aligned, double bytes) {
    CollectiveOp ring = RINGS.get(op);
    if (ring == null) {
      return Patterns.allToAll(groups, domain, aligned, bytes);
    }
    int channels = groups.size() > 1 ? 1 : Math.max(1, cluster.node().nics());
    return Patterns.rings(ring, groups, domain, channels, bytes);
  }
}
