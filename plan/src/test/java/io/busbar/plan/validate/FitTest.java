package io.busbar.plan.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.busbar.formats.constants.Constant;
import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.csv.CsvTable.Row;
import io.busbar.plan.Times;
import io.busbar.plan.calibrate.Normal;
import io.busbar.plan.step.StepConstants;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FitTest {
  @Test
  void an_undamped_step_solves_linear_least_squares() {
    // r = J·x − y with y = J·(2, −3) is zero at (2, −3).
    double[][] columns = {{1, 0, 1}, {0, 2, 1}};
    double[] r = {-2, 6, 1};
    double[] step = Normal.step(columns, r, 0);
    assertThat(step[0]).isCloseTo(2, within(1e-12));
    assertThat(step[1]).isCloseTo(-3, within(1e-12));
  }

  @Test
  void finds_the_constant_that_made_the_runs() {
    StepConstants truth = StepConstants.standard().with("sustained_hopper", 0.7);
    List<Row> rows = new ArrayList<>();
    for (String gpus : List.of("8", "16", "32", "64")) {
      Row row = Tables.row("gpus", gpus, "recompute", "none", "precision", "BF16");
      double seconds = TrainingRun.of(row).seconds(truth, Times.NCCL);
      rows.add(
          Tables.row("gpus", gpus, "recompute", "none", "step_time_s", Double.toString(seconds)));
    }
    CsvTable table = Tables.table(rows.toArray(Row[]::new));
    List<TrainingRun> runs = Accuracy.timed(table);
    StepConstants fitted = new Fit(new Sources(table), StepConstants.standard()).run(runs, 30);
    for (TrainingRun run : runs) {
      assertThat(run.seconds(fitted, Times.NCCL))
          .isCloseTo(run.seconds(truth, Times.NCCL), withinPercentage(1));
    }
  }

  @Test
  void moves_fitted_constants_only_and_within_bounds() {
    CsvTable table = Tables.table(Tables.row("step_time_s", "1e-3", "recompute", "none"));
    StepConstants fitted =
        new Fit(new Sources(table), StepConstants.standard()).run(Accuracy.timed(table), 5);
    List<Constant> before = List.copyOf(StepConstants.standard().all());
    List<Constant> after = List.copyOf(fitted.all());
    List<Constant> free = Fit.free(StepConstants.standard());
    for (int i = 0; i < before.size(); i++) {
      if (!free.contains(before.get(i))) {
        assertThat(after.get(i)).isEqualTo(before.get(i));
      }
      assertThat(after.get(i).value()).isBetween(after.get(i).low(), after.get(i).high());
    }
  }
}
