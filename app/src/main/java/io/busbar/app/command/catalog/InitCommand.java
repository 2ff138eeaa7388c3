package io.busbar.app.command.catalog;

import io.busbar.app.call.Answer;
import io.busbar.app.call.BusbarCommand;
import io.busbar.app.call.Refusal;
import io.busbar.app.call.Terminal;
import io.busbar.app.scenario.ScenarioFile;
import io.busbar.base.problem.Nearest;
import io.busbar.formats.shape.CommentedYaml;
import io.busbar.model.cluster.Clusters;
import io.busbar.plan.input.PlanFile;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code busbar init}: a commented file to start from. */
@Command(
    name = "init",
    description = "Print a commented file to edit; --out writes it.",
    footer = {
      "  busbar init plan --out plan.yaml",
      "  busbar init cluster --out cluster.yaml",
      "  busbar init simulate --out scenario.yaml"
    })
public final class InitCommand extends BusbarCommand {
  private static final List<String> KINDS = List.of("plan", "cluster", "simulate");

  @Parameters(
      arity = "0..1",
      paramLabel = "KIND",
      defaultValue = "plan",
      description = {
        "Which file: plan (the default), cluster, or simulate for a scenario.",
        "Example: plan"
      })
  private String kind = "plan";

  public InitCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  protected Answer answer() {
    return switch (kind) {
      case "plan" -> Answer.of(PlanFile.template());
      case "simulate" -> Answer.of(ScenarioFile.template());
      case "cluster" -> Answer.of(CommentedYaml.of(Clusters.SHAPE));
      default ->
          throw Refusal.of(
              "KIND", kind, "one of " + String.join(", ", KINDS), Nearest.hint(kind, KINDS));
    };
  }
}
