package io.busbar.simulate.step;

import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A played step beside what the plan says of it, and why they differ. Stateless. */
final class BesidePlan {
  private BesidePlan() {}

  static Block of(StepAnswer played, PlanSide plan) {
    boolean units = played.exchange() == Overlapping.Exchange.SHARDED_PARAMETERS;
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        row("communication", plan.communicationS(), played.communicationS(), collectives(units)));
    rows.add(row("exposed", plan.exposedS(), played.exposedS(), exposed(plan)));
    rows.add(
        row(
            "slow-down",
            plan.slowDownS(),
            played.slowDownS(),
            "the same share of what is hidden, and of that more is hidden here"));
    double parts = plan.exposedS() + plan.slowDownS() - played.exposedS() - played.slowDownS();
    double rest = plan.stepS() - played.stepS() - parts;
    rows.add(
        row(
            "step",
            plan.stepS(),
            played.stepS(),
            String.format(
                Locale.ROOT,
                "exposed and slow-down are %s of the difference; the rest, %s, is waiting for slow"
                    + " ranks and what the ends of the step round",
                TimeSpan.print(parts),
                TimeSpan.print(rest))));
    return new Block.Table(
        "Beside the plan",
        List.of(
            Column.text("seconds"),
            Column.number("plan"),
            Column.number("played"),
            Column.text("why they differ")),
        rows,
        "both have the same tensors, buckets and times of collectives; the plan's step is fitted on"
            + " measured runs, the played one is what these streams allow at best");
  }

  private static String collectives(boolean units) {
    return units
        ? "the plan prices mean layers, here each unit travels by itself"
        : "the same buckets, in each the tensor that fills it";
  }

  private static String exposed(PlanSide plan) {
    return String.format(
        Locale.ROOT,
        "the plan lets %.0f %% of the passes hide it and shows one layer's part at the ends; here"
            + " all that fits is hidden",
        100 * plan.hidingShare());
  }

  private static List<String> row(String what, double plan, double played, String why) {
    return List.of(what, TimeSpan.print(plan), TimeSpan.print(played), why);
  }
}
