package io.busbar.app.step;

import io.busbar.app.call.InFile;
import io.busbar.base.problem.Position;
import io.busbar.collective.api.GroupShape;
import io.busbar.diagnose.planned.PlannedStep;
import io.busbar.formats.tree.Tree;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.GroupKind;
import io.busbar.model.training.Parallelism;
import io.busbar.plan.PlanQuestion;
import io.busbar.plan.Planned;
import io.busbar.plan.Planner;
import io.busbar.plan.answer.PlanAnswer;
import io.busbar.plan.answer.PlanAnswer.DimensionSummary;
import io.busbar.plan.input.PlanFile;
import io.busbar.tune.advice.PlanGroups;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a plan promises to a diagnosis, from {@code --plan} and {@code --cluster}. */
public final class PlannedSteps {
  private PlannedSteps() {}

  /** A plan's step and where it runs. */
  public record OnCluster(PlannedStep step, Cluster cluster) {}

  /**
   * @param plan value of {@code --plan}
   * @param cluster value of {@code --cluster}, above that of the plan; null when it was not given
   */
  public static OnCluster of(String plan, @Nullable String cluster) {
    Map<String, Tree.Scalar> above =
        cluster == null
            ? Map.of()
            : Map.of("cluster", new Tree.Scalar(Position.of("--cluster"), cluster, true));
    PlanFile file = PlanFile.load(InFile.of(plan, "--plan"), above);
    Planned planned = Planner.plan(new PlanQuestion(file, new Times(), null, false, false));
    PlanAnswer answer = planned.answer();
    Parallelism layout = planned.situation().training().parallelism();
    Map<String, GroupShape> groups = new LinkedHashMap<>(PlanGroups.of(file.cluster(), layout));
    if (answer.layout().ep() == 1) {
      groups.remove("the EXPERT-DP group"); // without experts nothing runs in it
    }
    List<DimensionSummary> communication = answer.communication();
    return new OnCluster(
        new PlannedStep(
            answer.name(),
            answer.stepS(),
            communication.stream().mapToDouble(DimensionSummary::totalS).sum(),
            communication.stream().mapToDouble(DimensionSummary::exposedS).sum(),
            answer.bubbleShare(),
            answer.layout().tp(),
            answer.layout().order().endsWith(GroupKind.DP.name().toLowerCase(Locale.ROOT))
                ? file.cluster().gpus() / Math.max(1, answer.layout().dp())
                : 0,
            groups),
        file.cluster());
  }
}
