package io.busbar.app;

import io.busbar.base.quantity.QuantityFormatException;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.PlanReport;
import io.busbar.plan.Planned;
import io.busbar.plan.Planner;
import io.busbar.plan.emit.Emitter;
import io.busbar.plan.emit.Framework;
import io.busbar.plan.input.PlanFile;
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
            + " are evaluated.",
    footer = {
      "  busbar plan --model llama3-70b --cluster dgx-h100:128",
      "  busbar plan plan.yaml --tp 8 --pp 4 --format html --out plan.html",
      "  busbar plan plan.yaml --measured 4.9s",
      "  busbar plan plan.yaml --emit megatron",
      "  busbar plan plan.yaml --format trace --out step.json"
    })
final class PlanCommand extends BusbarCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = {
        "Plan file; 'busbar init plan' writes one to start from. Options are set above it.",
        "Example: plan.yaml"
      })
  private @Nullable String file;

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
            + " megatron or deepspeed.",
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
        "Take the plan of a link of the workbench ('busbar serve'); options are set above it.",
        "Example: --from-link 'http://127.0.0.1:8765/#s=eyJ2IjoxLCJ2aWV3IjoicGxhbiJ9'"
      })
  private @Nullable String link;

  @Mixin private ReportOptions options = new ReportOptions();

  private final PlanOptions keys = new PlanOptions();
  private @Nullable Asked asked;

  PlanCommand(Terminal terminal) {
    super(terminal);
  }

  @Spec
  void addKeys(CommandSpec spec) {
    keys.addTo(spec);
  }

  @Override
  protected Answer answer() {
    if (file == null && link == null && !keys.any()) {
      throw Refusal.of(
          "plan",
          "",
          "a plan file, or --model and --cluster",
          "e.g. busbar plan --model llama3-70b --cluster dgx-h100:128");
    }
    Double seconds = measuredSeconds();
    if (link != null) {
      keys.under(PlanLink.options(link));
    }
    PlanFile plan = PlanFile.load(file == null ? null : InFile.of(file, "FILE"), keys.overlay());
    Planned planned =
        Planner.plan(new PlanQuestion(plan, new Times(), seconds, options.explain(), textbook));
    if (emit != null) {
      return Answer.of(Emitter.emit(emit, planned.situation()));
    }
    asked = new Asked(plan, planned);
    return options.answer(PlanReport.of(planned, options.trace()));
  }

  /** What the last answer was made of; null before there is one. */
  @Nullable Asked asked() {
    return asked;
  }

  /**
   * A plan and what came of it.
   *
   * @param file as read
   */
  record Asked(PlanFile file, Planned planned) {}

  private @Nullable Double measuredSeconds() {
    if (measured == null) {
      return null;
    }
    try {
      double seconds = TimeSpan.parse(measured).seconds();
      if (seconds > 0) {
        return seconds;
      }
      throw Refusal.of("--measured", measured, "a time above 0", "");
    } catch (QuantityFormatException e) {
      throw Refusal.of("--measured", measured, e.expected(), e.hint());
    }
  }

  /** Reads the CLI names of {@link Framework}. */
  static final class FrameworkConverter extends EnumConverter<Framework> {
    FrameworkConverter() {
      super(Framework.class);
    }
  }
}
