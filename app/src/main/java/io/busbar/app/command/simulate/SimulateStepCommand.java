package io.busbar.app.command.simulate;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.FormatOption;
import io.busbar.app.option.PlanOptions;
import io.busbar.app.progress.Watching;
import io.busbar.app.step.StepOfPlan;
import io.busbar.app.step.StepTraceFiles;
import io.busbar.app.step.Times;
import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.model.training.BucketRule;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planner;
import io.busbar.plan.input.PlanFile;
import io.busbar.simulate.scenario.setting.Fidelity;
import io.busbar.simulate.step.ExchangeSeconds;
import io.busbar.simulate.step.Overlapping;
import io.busbar.simulate.step.Overlapping.Exchange;
import io.busbar.simulate.step.PlanSide;
import io.busbar.simulate.step.StepReport;
import io.busbar.simulate.step.StepVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code busbar simulate step}: what of a training step's communication computation hides. */
@Command(
    name = "step",
    description =
        "Play one training step of a plan: buckets of gradients that the backward pass releases,"
            + " parameters gathered ahead of the passes, and what of the communication shows. Lists"
            + " of values give a comparison.",
    footer = {
      "  busbar simulate step --plan plan.yaml",
      "  busbar simulate step --plan plan.yaml --overlap on,off --bucket 1MB,25MB,100MB",
      "  busbar simulate step --model llama3-8b --cluster dgx-h100:4 --tp 1 --pp 1"
          + " --accumulation 1,8",
      "  busbar simulate step --plan plan.yaml --format trace --out step.json",
      "  busbar simulate step --plan plan.yaml --emit-chakra traces"
    })
public final class SimulateStepCommand extends BusbarCommand {
  private static final int MOST_VARIANTS = 64;
  private static final int MOST_MICRO_BATCHES = 4096;

  /** Options of plans that this command has in its own way. */
  private static final Set<String> OWN = Set.of("--bucket", "--accumulation");

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = {
        "Plan file, as 'busbar plan' reads it; its options are set above it.",
        "Example: --plan plan.yaml"
      })
  private @Nullable String file;

  @Option(
      names = "--overlap",
      split = ",",
      paramLabel = "on|off",
      description = {
        "Whether gradients and parameters travel behind the passes; as the plan says by default.",
        "Example: --overlap on,off"
      })
  private List<String> overlaps = List.of();

  @Option(
      names = "--prefetch",
      paramLabel = "WHICH",
      description = {
        "Of sharded parameters, which passes gather one unit ahead: both (the default), forward,"
            + " backward or none.",
        "Example: --prefetch backward"
      })
  private String prefetch = "both";

  @Option(
      names = "--bucket",
      split = ",",
      paramLabel = "SIZE",
      description = {
        "Gradients that travel together; the plan's by default, which is 25MiB for DDP.",
        "Example: --bucket 25MB,100MB"
      })
  private List<String> buckets = List.of();

  @Option(
      names = "--first-bucket",
      paramLabel = "SIZE",
      description = {
        "The same of the first bucket of a pass; 1MiB by default for DDP, else as the others.",
        "Example: --first-bucket 4MB"
      })
  private @Nullable String firstBucket;

  @Option(
      names = "--accumulation",
      split = ",",
      paramLabel = "N",
      description = {
        "Micro-batches per step, of the plan's size; the plan's by default.",
        "Example: --accumulation 1,8"
      })
  private List<Integer> accumulations = List.of();

  @Option(
      names = "--no-sync",
      split = ",",
      paramLabel = "on|off",
      description = {
        "Whether gradients travel once per step, not with each micro-batch; on by default, off for"
            + " sharded parameters.",
        "Example: --no-sync on,off"
      })
  private List<String> noSyncs = List.of();

  @Option(
      names = "--fidelity",
      split = ",",
      paramLabel = "NAME",
      description = {
        "Times of collectives: predicted (as the plan has them, the default), or rings played on"
            + " the cluster's fabric: message, flow or packet.",
        "Example: --fidelity predicted,flow"
      })
  private List<String> fidelities = List.of("predicted");

  @Option(
      names = "--emit-chakra",
      paramLabel = "DIR",
      description = {
        "Also write the step into this folder as traces of Chakra, one for each rank of the job"
            + " (step.0.et, step.1.et ...), and their groups (comm_group.json): ASTRA-sim and 'busbar"
            + " simulate --chakra DIR' play them. One step only.",
        "Example: --emit-chakra traces"
      })
  private @Nullable String chakra;

  @Mixin private FormatOption format = new FormatOption();

  private final PlanOptions keys = new PlanOptions();
  private final Terminal terminal;

  SimulateStepCommand(Terminal terminal) {
    super(terminal);
    this.terminal = terminal;
  }

  @Spec
  void addKeys(CommandSpec spec) {
    keys.addTo(spec, OWN);
  }

  @Override
  protected Answer answer() {
    if (file == null && !keys.any()) {
      String expected = "a plan file, or --model and --cluster";
      throw Refusal.of("--plan", "", expected, "'busbar init plan' writes one");
    }
    PlanFile plan = PlanFile.load(file == null ? null : InFile.of(file, "--plan"), keys.overlay());
    StepOfPlan step =
        new StepOfPlan(
            Planner.plan(new PlanQuestion(plan, new Times(), null, false, false)).situation());
    if (step.replicas() == 1) {
      throw Refusal.of("--plan", step.words(), "two replicas or more", "one has nothing to reduce");
    }
    try (Watching watching = new Watching(terminal)) {
      List<StepVariant> variants = variants(step, watching);
      if (chakra != null) {
        StepTraceFiles.write(chakra, step, variants);
      }
      return format.answer(StepReport.of(variants, format.trace()));
    }
  }

  private List<StepVariant> variants(StepOfPlan step, Watching watching) {
    Problems problems = new Problems();
    boolean own = step.training().overlap().gradients();
    List<Boolean> overlap = switches(overlaps, own, "--overlap", problems);
    boolean sharded = step.exchange() == Exchange.SHARDED_PARAMETERS;
    List<Boolean> noSync = switches(noSyncs, !sharded, "--no-sync", problems);
    List<Long> bucket = bucketSizes(step, sharded, problems);
    Map<String, @Nullable Fidelity> times = times(problems);
    List<Integer> batches = microBatches(step, problems);
    if (!Set.of("both", "forward", "backward", "none").contains(prefetch)) {
      problems.add(Position.of("--prefetch"), "", prefetch, "both, forward, backward or none", "");
    }
    int count = overlap.size() * noSync.size() * bucket.size() * times.size() * batches.size();
    if (count > MOST_VARIANTS) {
      problems.add(Position.of("--bucket"), "", count + " steps", "at most " + MOST_VARIANTS, "");
    }
    problems.throwIfAny();
    List<StepVariant> variants = new ArrayList<>();
    for (int batch : batches) {
      StepOfPlan of = step.withMicroBatches(batch);
      times.forEach((word, fidelity) -> {
        ExchangeSeconds seconds = fidelity == null ? of.predicted() : of.played(fidelity, watching);
        for (boolean on : overlap) {
          for (long bytes : bucket) {
            for (boolean once : noSync) {
              Overlapping how = how(of, on, bytes, once);
              double tokens = of.training().tokens();
              PlanSide beside = of.plans(how) && fidelity == null ? of.beside() : null;
              variants.add(
                  new StepVariant(of.words(), word, of.work(), how, seconds, tokens, beside));
            }
          }
        }
      });
    }
    return variants;
  }

  private Overlapping how(StepOfPlan step, boolean on, long bytes, boolean once) {
    boolean parameters = overlaps.isEmpty() ? step.training().overlap().parameters() : on;
    boolean forward = prefetch.equals("both") || prefetch.equals("forward");
    boolean backward = prefetch.equals("both") || prefetch.equals("backward");
    boolean sharded = step.exchange() == Exchange.SHARDED_PARAMETERS;
    BucketRule usual = BucketRule.of(step.training().parallelism().sharding(), bytes);
    Problems problems = new Problems();
    Long given = firstBucket == null ? null : size(firstBucket, "--first-bucket", problems);
    problems.throwIfAny();
    return new Overlapping(
        step.exchange(),
        on,
        parameters && (forward || !sharded),
        parameters && backward,
        given == null ? usual : new BucketRule(bytes, given),
        once);
  }

  private List<Long> bucketSizes(StepOfPlan step, boolean sharded, Problems problems) {
    if (sharded && !buckets.isEmpty()) {
      String hint = "sharded parameters travel by layers";
      problems.add(Position.of("--bucket"), "", buckets.getFirst(), "no such option here", hint);
    }
    List<Long> sizes = new ArrayList<>();
    for (String text : buckets) {
      Long size = size(text, "--bucket", problems);
      if (size != null) {
        sizes.add(size);
      }
    }
    long own = step.training().overlap().bucketBytes();
    return buckets.isEmpty() ? List.of(own > 0 ? own : BucketRule.DDP_BYTES) : sizes;
  }

  private static @Nullable Long size(String text, String option, Problems problems) {
    try {
      long bytes = DataSize.parse(text).bytes();
      if (bytes > 0) {
        return bytes;
      }
      problems.add(Position.of(option), "", text, "a size above 0", "");
    } catch (QuantityFormatException e) {
      problems.add(Position.of(option), "", text, e.expected(), e.hint());
    }
    return null;
  }

  private List<Integer> microBatches(StepOfPlan step, Problems problems) {
    List<Integer> counts = new ArrayList<>(accumulations);
    if (counts.isEmpty()) {
      long own = step.training().microBatches();
      counts.add((int) Math.min(own, Integer.MAX_VALUE));
    }
    for (int count : counts) {
      if (count < 1 || count > MOST_MICRO_BATCHES) {
        String expected = "1 to " + MOST_MICRO_BATCHES + " micro-batches";
        problems.add(Position.of("--accumulation"), "", "" + count, expected, "");
      }
    }
    return counts;
  }

  private Map<String, @Nullable Fidelity> times(Problems problems) {
    Map<String, @Nullable Fidelity> known = new LinkedHashMap<>();
    known.put("predicted", null);
    known.put("message", Fidelity.MESSAGE);
    known.put("flow", Fidelity.FLOW);
    known.put("packet", Fidelity.PACKET);
    Map<String, @Nullable Fidelity> chosen = new LinkedHashMap<>();
    for (String word : fidelities) {
      if (known.containsKey(word)) {
        chosen.put(word, known.get(word));
      } else {
        String expected = "one of " + String.join(", ", known.keySet());
        String hint = Nearest.hint(word, known.keySet());
        problems.add(Position.of("--fidelity"), "", word, expected, hint);
      }
    }
    return chosen;
  }

  private static List<Boolean> switches(
      List<String> words, boolean own, String option, Problems problems) {
    List<Boolean> chosen = new ArrayList<>();
    for (String word : words) {
      if (!word.equals("on") && !word.equals("off")) {
        problems.add(Position.of(option), "", word, "on or off", "");
      }
      chosen.add(word.equals("on"));
    }
    return words.isEmpty() ? List.of(own) : chosen;
  }
}
