package io.busbar.app.command.plan;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.EnumConverter;
import io.busbar.app.option.PlanOptions;
import io.busbar.app.option.ReportOptions;
import io.busbar.app.step.Times;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.PlanReport;
import io.busbar.plan.Planned;
import io.busbar.plan.Planner;
import io.busbar.plan.compare.CompareReport;
import io.busbar.plan.compare.Comparison;
import io.busbar.plan.emit.Emitter;
import io.busbar.plan.emit.Framework;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.memory.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code busbar plan}: what one training step costs on a cluster, and what to change. */
@Command(
    name = "plan",
    description =
        "What one training step costs on a cluster: where its time goes, whether it fits in"
            + " memory, how it scales, what to change. Without --tp and --pp all valid layouts"
            + " are evaluated; several files, or clusters with commas, are set side by side.",
    footer = {
      "  busbar plan --model llama3-70b --cluster dgx-h100:128",
      "  busbar plan plan.yaml --tp 8 --pp 4 --format html --out plan.html",
      "  busbar plan job.sh --cluster dgx-h100",
      "  busbar plan plan.yaml --brief --fail-on does-not-fit",
      "  busbar plan today.yaml tomorrow.yaml",
      "  busbar plan --model llama3-70b --cluster dgx-h100:128,dgx-b200:64",
      "  busbar plan plan.yaml --measured 4.9s",
      "  busbar plan plan.yaml --emit megatron",
      "  busbar plan plan.yaml --format trace --out step.json"
    })
public final class PlanCommand extends BusbarCommand {
  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = {
        "Plan file ('busbar init plan' writes one to start from), or what you start the training"
            + " with: a shell or SLURM script, settings of Megatron, DeepSpeed, torchtitan or"
            + " Hugging Face; or an execution of Calculon. Options are set above it; several files"
            + " are set side by side.",
        "Example: job.sh"
      })
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--measured",
      paramLabel = "TIME",
      description = {
        "Step time that you see: the gap to the plan is explained, what to look at first.",
        "Example: --measured 4.9s"
      })
  private @Nullable String measured;

  @Option(
      names = "--emit",
      paramLabel = "FRAMEWORK",
      converter = FrameworkConverter.class,
      description = {
        "Print the plan's settings in a framework's words instead: torch-ddp, torch-fsdp2,"
            + " megatron or deepspeed; or its step as a workload of SimAI: simai; or a file of"
            + " Calculon: calculon-application, calculon-execution or calculon-system.",
        "Example: --emit megatron"
      })
  private @Nullable Framework emit;

  @Option(
      names = "--textbook",
      description = {
        "Show the figures of a well-known textbook estimate beside ours, and why they differ.",
        "Example: --textbook"
      })
  private boolean textbook;

  @Option(
      names = "--from-link",
      paramLabel = "LINK",
      description = {
        "Take the plan of a link of the workbench ('busbar serve'); options are set above it, and"
            + " files that were dropped there stand beside it.",
        "Example: --from-link 'http://127.0.0.1:8765/#s=eyJ2IjoxLCJ2aWV3IjoicGxhbiJ9'"
      })
  private @Nullable String link;

  @Option(
      names = "--brief",
      description = {
        "Show the first screen only: verdict, step, what limits it, what to do, what was assumed.",
        "Example: --brief"
      })
  private boolean brief;

  @Option(
      names = "--fail-on",
      paramLabel = "VERDICT",
      converter = VerdictConverter.class,
      description = {
        "End with exit code 1 when memory is so or worse: tight or does-not-fit.",
        "Example: --fail-on does-not-fit"
      })
  private @Nullable Verdict failOn;

  @Mixin private ReportOptions options = new ReportOptions();

  private final PlanOptions keys = new PlanOptions();
  private @Nullable Asked asked;

  public PlanCommand(Terminal terminal) {
    super(terminal);
  }

  @Spec
  void addKeys(CommandSpec spec) {
    keys.addTo(spec);
  }

  @Override
  protected Answer answer() {
    if (files.isEmpty() && link == null && !keys.any()) {
      throw Refusal.of(
          "plan",
          "",
          "a plan file, or --model and --cluster",
          "e.g. busbar plan --model llama3-70b --cluster dgx-h100:128");
    }
    Double seconds = measuredSeconds();
    if (link != null) {
      keys.under(PlanLink.options(link, keys.typed().keySet(), files.size()));
    }
    List<PlanFile> plans = PlanFiles.load(files, keys);
    if (plans.size() > 1) {
      return compared(plans);
    }
    Planned planned = planned(plans.getFirst(), seconds);
    if (emit != null) {
      return Answer.of(Emitter.emit(emit, planned.situation()));
    }
    asked = new Asked(plans.getFirst(), planned);
    return options.answer(
        brief ? PlanReport.brief(planned) : PlanReport.of(planned, options.trace()),
        exitCode(planned.situation().verdict()));
  }

  private Planned planned(PlanFile plan, @Nullable Double seconds) {
    return Planner.plan(
        new PlanQuestion(plan, new Times(), seconds, options.explain(), textbook, true));
  }

  /** What only makes sense for one plan is refused rather than ignored. */
  private Answer compared(List<PlanFile> plans) {
    String one = emit != null ? "--emit" : measured != null ? "--measured" : "";
    if (!one.isEmpty()) {
      throw Refusal.of(one, "", "a single plan", plans.size() + " are compared here");
    }
    List<Planned> all = plans.stream().map(plan -> planned(plan, null)).toList();
    Verdict worst =
        all.stream().map(p -> p.situation().verdict()).max(Comparator.naturalOrder()).orElseThrow();
    return options.answer(CompareReport.of(Comparison.of(all)), exitCode(worst));
  }

  private int exitCode(Verdict verdict) {
    return failOn != null && verdict.compareTo(failOn) >= 0 ? ExitCodes.FOUND : ExitCodes.DONE;
  }

  /** What the last answer was made of; null before there is one. */
  public @Nullable Asked asked() {
    return asked;
  }

  /**
   * A plan and what came of it.
   *
   * @param file as read
   */
  public record Asked(PlanFile file, Planned planned) {}

  private @Nullable Double measuredSeconds() {
    if (measured == null) {
      return null;
    }
    double seconds = Refusal.parsed("--measured", measured, TimeSpan::parse).seconds();
    if (seconds > 0) {
      return seconds;
    }
    throw Refusal.of("--measured", measured, "a time above 0", "");
  }

  /** Reads the CLI names of {@link Verdict}. */
  static final class VerdictConverter extends EnumConverter<Verdict> {
    VerdictConverter() {
      super(Verdict.class);
    }
  }

  /** Reads the CLI names of {@link Framework}. */
  static final class FrameworkConverter extends EnumConverter<Framework> {
    FrameworkConverter() {
      super(Framework.class);
    }
  }
}
