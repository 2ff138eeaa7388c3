package io.busbar.app.command.plan;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.option.ReportOptions;
import io.busbar.app.step.Times;
import io.busbar.base.problem.Position;
import io.busbar.base.quantity.Money;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planner;
import io.busbar.plan.input.PlanFile;
import io.busbar.plan.scaling.Measured;
import io.busbar.plan.scaling.MeasuredScaling;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code busbar scaling}: scaling efficiency from the user's own runs. */
@Command(
    name = "scaling",
    description = "Scaling efficiency of measured runs, and what the loss consists of.",
    footer = {
      "  busbar scaling --measured 8=4800tok/s,1024=488000tok/s",
      "  busbar scaling --measured 256=210000tok/s,1024=800000tok/s --plan plan.yaml --price '$3/h'"
    })
public final class ScalingCommand extends BusbarCommand {
  private static final double HOURS_PER_YEAR = 8760;

  @Option(
      names = "--measured",
      required = true,
      paramLabel = "GPUS=RATE,...",
      description = {
        "Runs: number of GPUs and tokens per second of all of them; the smallest is the baseline.",
        "Example: --measured 8=4800tok/s,1024=488000tok/s"
      })
  private String measured = "";

  @Option(
      names = "--plan",
      paramLabel = "FILE",
      description = {
        "Plan of the run: its predictions at the same sizes attribute the loss.",
        "Example: --plan plan.yaml"
      })
  private @Nullable String plan;

  @Option(
      names = "--price",
      paramLabel = "MONEY",
      description = {
        "What a GPU costs per hour; the plan's own price by default.",
        "Example: --price '$3/h'"
      })
  private @Nullable String price;

  @Mixin private ReportOptions options = new ReportOptions();

  public ScalingCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    List<Measured> runs = Measured.parse(measured, Position.of("--measured"));
    Money perHour = price();
    if (plan == null) {
      return options.answer(MeasuredScaling.report(runs, null, perHour, HOURS_PER_YEAR));
    }
    PlanFile file = PlanFile.load(InFile.of(plan, "--plan"), Map.of());
    MeasuredScaling.Plan against =
        new MeasuredScaling.Plan(
            Planner.plan(new PlanQuestion(file, new Times(), null, false, false)).situation(),
            file.training());
    Money paid = perHour != null ? perHour : file.pricePerGpuHour();
    return options.answer(MeasuredScaling.report(runs, against, paid, file.hoursPerYear()));
  }

  private @Nullable Money price() {
    return price == null ? null : Refusal.parsed("--price", price, Money::parsePerHour);
  }
}
