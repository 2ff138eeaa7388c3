package io.busbar.plan.validate;

import io.busbar.base.scoring.Scores;
import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.shape.Names;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.step.TimeModels;
import io.busbar.plan.validate.RowReader.NotExpressible;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scores the step and memory models on a table of training runs. Predictions use a row's inputs;
 * its measured columns are only compared with. Stateless.
 */
public final class TrainingValidation {
  private static final double BYTES_PER_GIB = 1 << 30;

  private TrainingValidation() {}

  /**
   * The answer.
   *
   * @param rows one per row that could be expressed, in the order of the table
   * @param skipped the others with the reason
   */
  public record Answer(List<Row> rows, List<Skipped> skipped, Summary summary) {}

  /**
   * One run.
   *
   * @param measuredS null when the row has no measured time
   * @param errorLog ln(predicted/measured)
   * @param measuredMemoryBytes null when the row has none; GiB in the table
   * @param memoryVerdict fits, tight or does-not-fit
   * @param status as the table says: ok, oom
   */
  public record Row(
      String id,
      String source,
      String model,
      double predictedS,
      @Nullable Double measuredS,
      @Nullable Double errorLog,
      double predictedMemoryBytes,
      @Nullable Double measuredMemoryBytes,
      String memoryVerdict,
      String status,
      List<String> assumed) {}

  /** A row that could not be expressed. */
  public record Skipped(String id, String source, String reason) {}

  /**
   * Errors over sources.
   *
   * @param expressedShare part of the rows with an architecture that got a prediction
   * @param medianError median of |ln(predicted/measured)|, mean over sources
   * @param p90Error the same for the 90th percentile
   * @param kendallTauLayouts mean over groups that differ only in layout, by rows
   * @param kendallTauSections mean over sections of tables of at least three rows, by rows
   * @param memoryMedianError median of |ln(predicted/measured)| of peak memory
   * @param okCalledNotFitting rows that ran but were called not to fit
   * @param oomFlagged rows that ran out of memory and were called not to fit
   */
  public record Summary(
      int rows,
      int skipped,
      double expressedShare,
      double medianError,
      double p90Error,
      double kendallTauLayouts,
      double kendallTauSections,
      double memoryMedianError,
      int memoryRows,
      int okCalledNotFitting,
      int oomFlagged,
      int oomRows,
      List<SourceScore> sources) {}

  /**
   * Errors of one source; sources under ten rows are pooled.
   *
   * @param kendallTauLayouts as in the summary; null when no rows differ only in layout
   * @param kendallTauSections as in the summary; null when the table has no sections
   */
  public record SourceScore(
      String source,
      int rows,
      double medianError,
      double p90Error,
      double medianBias,
      @Nullable Double kendallTauLayouts,
      @Nullable Double kendallTauSections) {}

  /**
   * @param times how long collectives take
   */
  public static Answer run(CsvTable table, TimeModels times) {
    return run(table, StepConstants.standard(), times);
  }

  /** With other constants of the step model, for sensitivity and cross-validation. */
  static Answer run(CsvTable table, StepConstants constants, TimeModels times) {
    List<TrainingRun> runs = new ArrayList<>();
    List<Skipped> skipped = new ArrayList<>();
    for (CsvTable.Row cells : table.rows()) {
      try {
        runs.add(TrainingRun.of(cells));
      } catch (NotExpressible e) {
        skipped.add(skipped(cells, String.valueOf(e.getMessage())));
      } catch (IllegalArgumentException e) {
        skipped.add(skipped(cells, "not a layout: " + e.getMessage()));
      }
    }
    List<Row> rows = runs.stream().map(run -> row(run, run.seconds(constants, times))).toList();
    return new Answer(rows, skipped, TrainingScores.of(runs, rows, table));
  }

  private static Skipped skipped(CsvTable.Row cells, String reason) {
    RowReader row = new RowReader(cells);
    return new Skipped(TrainingRun.id(row), row.text("source"), reason);
  }

  private static Row row(TrainingRun run, double predicted) {
    Double measured = run.measuredS();
    Double measuredGib = run.measuredGib();
    return new Row(
        run.id(),
        run.source(),
        run.cells().text("model"),
        predicted,
        measured,
        measured == null ? null : Math.log(predicted / measured),
        run.complete().peakBytes(),
        measuredGib == null ? null : measuredGib * BYTES_PER_GIB,
        Names.of(run.verdict()),
        run.cells().text("status"),
        run.complete().assumptions());
  }

  static double[] absolute(List<Double> values) {
    return values.stream().mapToDouble(Math::abs).toArray();
  }

  static double median(List<Double> values) {
    return Scores.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
