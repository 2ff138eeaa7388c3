package io.busbar.plan.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.formats.csv.CsvTable.Row;
import io.busbar.plan.Times;
import io.busbar.plan.validate.TrainingValidation.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Predictions must not know what was measured. */
class IndependenceTest {
  private record Prediction(double seconds, double memoryBytes, String verdict) {}

  private static List<Prediction> predictions(UnaryOperator<String> measured) {
    Row[] rows = Tables.varied().stream().map(row -> changed(row, measured)).toArray(Row[]::new);
    Answer answer = TrainingValidation.run(Tables.table(rows), Times.NCCL);
    assertThat(answer.skipped()).isEmpty();
    return answer.rows().stream()
        .map(r -> new Prediction(r.predictedS(), r.predictedMemoryBytes(), r.memoryVerdict()))
        .toList();
  }

  private static Row changed(Row row, UnaryOperator<String> measured) {
    Map<String, String> cells = new LinkedHashMap<>(row.cells());
    Tables.Measured.COLUMNS.forEach(
        column -> cells.computeIfPresent(column, (c, v) -> measured.apply(v)));
    return new Row(row.at(), cells);
  }

  @Test
  void predictions_are_the_same_without_measured_columns() {
    assertThat(predictions(v -> "")).isEqualTo(predictions(v -> v));
  }

  @Test
  void predictions_are_the_same_with_other_measurements() {
    assertThat(predictions(v -> Double.toString(37 * Double.parseDouble(v))))
        .isEqualTo(predictions(v -> v));
  }

  @Test
  void a_row_without_a_measured_time_still_gets_its_prediction() {
    Answer answer = TrainingValidation.run(Tables.table(Tables.row()), Times.NCCL);
    assertThat(answer.rows()).hasSize(1);
    assertThat(answer.rows().getFirst().predictedS()).isPositive();
    assertThat(answer.rows().getFirst().errorLog()).isNull();
    assertThat(answer.summary().sources()).isEmpty();
  }
}
