package io.busbar.diagnose;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.diagnose.planned.PlannedStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A plan's step beside the one that traces show, as the mean over the traced ranks.
 *
 * @param plan its name
 * @param rows what both tell
 */
public record PlanComparison(String plan, List<Row> rows) {
  private static final double NEAR = 0.1;

  public PlanComparison {
    rows = List.copyOf(rows);
  }

  /**
   * A figure of both.
   *
   * @param what {@code step_s}, {@code exposed_share}, {@code communication_share} or {@code
   *     idle_share}; for the plan idle is its pipeline's bubble
   * @param measured NaN when traces do not tell
   */
  public record Row(String what, double planned, double measured) {}

  /** Null when there is no trace to compare with. */
  static @Nullable PlanComparison of(PlannedStep plan, @Nullable Scaling scaling) {
    if (scaling == null || !(scaling.mean().stepUs() > 0)) {
      return null;
    }
    Scaling.RankTime mean = scaling.mean();
    List<Row> rows = new ArrayList<>();
    if (mean.stepsTraced() > 0) {
      rows.add(new Row("step_s", plan.stepSeconds(), mean.stepUs() / 1e6));
    }
    rows.add(
        new Row(
            "exposed_share", plan.exposedShare(), mean.exposedCommunicationUs() / mean.stepUs()));
    rows.add(new Row("communication_share", plan.communicationShare(), mean.communicationShare()));
    rows.add(new Row("idle_share", plan.bubbleShare(), mean.idleUs() / mean.stepUs()));
    return new PlanComparison(plan.name(), rows);
  }

  Block block() {
    return new Block.Table(
        "The plan beside the traces",
        List.of(
            Column.text("of a step"),
            Column.number("planned"),
            Column.number("measured"),
            Column.text("")),
        rows.stream().map(PlanComparison::cells).toList(),
        plan + "; 'busbar plan FILE --measured TIME' weighs what would explain a gap.");
  }

  private static List<String> cells(Row row) {
    boolean time = row.what().equals("step_s");
    double more = time ? row.measured() / row.planned() - 1 : row.measured() - row.planned();
    String verdict =
        more > NEAR ? "more than planned" : more < -NEAR ? "less than planned" : "as planned";
    return List.of(
        row.what().replaceAll("_(?:s|share)$", "").replace('_', ' '),
        time ? TimeSpan.print(row.planned()) : percent(row.planned()),
        time ? TimeSpan.print(row.measured()) : percent(row.measured()),
        verdict);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
