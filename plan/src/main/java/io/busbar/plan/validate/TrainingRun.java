package io.busbar.plan.validate;

import io.busbar.base.explain.Ledger;
import io.busbar.formats.csv.CsvTable;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Choice;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.memory.Verdict;
import io.busbar.plan.search.Completion;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.step.StepModel;
import io.busbar.plan.step.TimeModels;
import io.busbar.plan.validate.RowReader.NotExpressible;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table as the models see it. Made once from the input columns; then a prediction with
 * other constants costs some microseconds. Measured columns are kept beside, for comparison only.
 * Immutable.
 *
 * @param cells the row
 * @param setup what its input columns say
 * @param complete the same with what it leaves open chosen so that it fits
 * @param verdict whether it fits
 * @param measuredS null when the row has no measured time
 * @param measuredGib peak memory, null when the row has none
 */
record TrainingRun(
    CsvTable.Row cells,
    String id,
    RowSetup setup,
    Completion complete,
    Verdict verdict,
    @Nullable Double measuredS,
    @Nullable Double measuredGib) {

  /**
   * @throws NotExpressible when the models have no words for it
   * @throws IllegalArgumentException when its parts are no layout
   */
  static TrainingRun of(CsvTable.Row cells) {
    return of(cells, null);
  }

  /**
   * @param given what it ran on, or a larger one of its kind; null when the row says it
   */
  static TrainingRun of(CsvTable.Row cells, @Nullable Cluster given) {
    RowReader row = new RowReader(cells);
    RowSetup setup = RowSetup.of(row, given);
    MemoryModel memory = new MemoryModel(setup.model(), setup.cluster().node().gpu());
    Completion complete = complete(setup, memory);
    Double measured = row.number("step_time_s");
    return new TrainingRun(
        cells,
        id(row),
        setup,
        complete,
        memory.verdict(complete.training()),
        measured == null ? row.number("step_time_s_derived") : measured,
        row.number("mem_gb"));
  }

  static String id(RowReader row) {
    return row.has("id") ? row.text("id") : row.at().toString();
  }

  private static Completion complete(RowSetup setup, MemoryModel memory) {
    Completion as = Completion.of(memory, setup.training(), setup.open());
    if (as.fits() || !setup.vague()) {
      return as;
    }
    Set<Choice> more = EnumSet.of(Choice.RECOMPUTE);
    more.addAll(setup.open());
    return Completion.of(memory, setup.training(), more);
  }

  /** Predicted seconds of a step. */
  double seconds(StepConstants constants, TimeModels times) {
    return new StepModel(setup.model(), setup.cluster(), constants, times)
        .evaluate(complete.training(), Ledger.OFF)
        .step();
  }

  String source() {
    return cells.text("source");
  }
}
