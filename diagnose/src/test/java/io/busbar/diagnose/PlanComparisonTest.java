package io.busbar.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.report.Block;
import io.busbar.diagnose.planned.PlannedStep;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PlanComparisonTest {
  private static final PlannedStep PLAN = new PlannedStep("demo", 4, 1, 0.4, 0.1, 8, 8, Map.of());

  private static Scaling measured(int steps) {
    Scaling.RankTime mean =
        new Scaling.RankTime("mean", steps, 6e6, 3e6, 1.8e6, 0, 0, 0.6e6, 0.5, 0.4);
    return new Scaling(1, mean, List.of(mean), List.of());
  }

  @Test
  void a_step_is_set_beside_the_plan() {
    PlanComparison compared = Objects.requireNonNull(PlanComparison.of(PLAN, measured(3)));

    assertThat(compared.rows())
        .containsExactly(
            new PlanComparison.Row("step_s", 4, 6),
            new PlanComparison.Row("exposed_share", 0.1, 0.3),
            new PlanComparison.Row("communication_share", 0.25, 0.5),
            new PlanComparison.Row("idle_share", 0.1, 0.1));
    Block.Table table = (Block.Table) compared.block();
    assertThat(table.rows().getFirst()).containsExactly("step", "4 s", "6 s", "more than planned");
    assertThat(table.rows().getLast()).contains("idle", "as planned");
  }

  @Test
  void without_marked_steps_only_shares_are_compared() {
    PlanComparison compared = Objects.requireNonNull(PlanComparison.of(PLAN, measured(0)));

    assertThat(compared.rows()).noneMatch(row -> row.what().equals("step_s"));
  }

  @Test
  void without_traces_there_is_nothing_to_compare() {
    assertThat(PlanComparison.of(PLAN, null)).isNull();
  }
}
