package io.busbar.plan.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.csv.CsvTable.Row;
import io.busbar.plan.Times;
import io.busbar.plan.validate.TrainingValidation.Answer;
import io.busbar.plan.validate.TrainingValidation.SourceScore;
import io.busbar.plan.validate.TrainingValidation.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrainingScoresTest {
  /** Predicted seconds of a row. */
  private static double predicted(String... changes) {
    return TrainingValidation.run(Tables.table(Tables.row(changes)), Times.NCCL)
        .rows()
        .getFirst()
        .predictedS();
  }

  private static String measured(double seconds) {
    return Double.toString(seconds);
  }

  private static Summary summary(List<Row> rows) {
    return TrainingValidation.run(Tables.table(rows.toArray(Row[]::new)), Times.NCCL).summary();
  }

  @Test
  void a_source_weighs_the_same_whatever_its_rows() {
    double base = predicted();
    List<Row> rows = new ArrayList<>();
    // Ten rows 10 % too slow in one source, twenty 30 % too fast in another.
    IntStream.range(0, 10).forEach(i -> rows.add(row("a", base * Math.exp(-0.1))));
    IntStream.range(0, 20).forEach(i -> rows.add(row("b", base * Math.exp(0.3))));
    Summary summary = summary(rows);
    assertThat(summary.medianError()).isCloseTo(0.2, within(1e-9));
    assertThat(summary.p90Error()).isCloseTo(0.2, within(1e-9));
    assertThat(summary.sources()).extracting(SourceScore::source).containsExactly("a", "b");
    assertThat(summary.sources().getFirst().medianBias()).isCloseTo(0.1, within(1e-9));
    assertThat(summary.sources().getLast().medianBias()).isCloseTo(-0.3, within(1e-9));
  }

  private static Row row(String source, double seconds) {
    return Tables.row("source", source, "step_time_s", measured(seconds));
  }

  @Test
  void small_sources_are_pooled() {
    double base = predicted();
    List<Row> rows = new ArrayList<>();
    IntStream.range(0, 10).forEach(i -> rows.add(row("large", base)));
    rows.add(row("small", base));
    rows.add(row("smaller", base));
    assertThat(summary(rows).sources())
        .extracting(SourceScore::source)
        .containsExactly("large", Sources.POOLED);
  }

  @Test
  void ranking_is_scored_among_layouts_of_one_job() {
    String[] layouts = {"1", "2", "4", "8"};
    List<Row> right = new ArrayList<>();
    List<Row> reversed = new ArrayList<>();
    for (String tp : layouts) {
      double seconds = predicted("tp", tp);
      right.add(Tables.row("tp", tp, "step_time_s", measured(1.1 * seconds)));
      reversed.add(Tables.row("tp", tp, "step_time_s", measured(1 / seconds)));
    }
    assertThat(summary(right).kendallTauLayouts()).isEqualTo(1);
    assertThat(summary(reversed).kendallTauLayouts()).isEqualTo(-1);
    // Another job of one row is in no group.
    right.add(Tables.row("gpus", "128", "step_time_s", "1"));
    assertThat(summary(right).kendallTauLayouts()).isEqualTo(1);
  }

  @Test
  void memory_is_compared_in_gib_and_verdicts_with_what_happened() {
    Answer plain = TrainingValidation.run(Tables.table(Tables.row()), Times.NCCL);
    double gib = plain.rows().getFirst().predictedMemoryBytes() / (1L << 30);
    List<Row> rows =
        List.of(
            Tables.row("mem_gb", Double.toString(gib * Math.exp(0.05))),
            Tables.row("status", "oom"),
            // 70B in plain data parallelism: no GPU holds it, whatever the table says.
            Tables.row(
                "layers",
                "80",
                "hidden",
                "8192",
                "ffn_hidden",
                "28672",
                "heads",
                "64",
                "sharding",
                "none (ddp)",
                "recompute",
                "full"));
    Summary summary = summary(rows);
    assertThat(summary.memoryRows()).isEqualTo(1);
    assertThat(summary.memoryMedianError()).isCloseTo(0.05, within(1e-9));
    assertThat(summary.oomRows()).isEqualTo(1);
    assertThat(summary.oomFlagged()).isZero();
    assertThat(summary.okCalledNotFitting()).isEqualTo(1);
  }

  @Test
  void rows_that_cannot_be_expressed_are_counted_and_named() {
    CsvTable table = Tables.table(Tables.row(), Tables.row("id", "tpu", "gpu", "TPUv4"));
    Answer answer = TrainingValidation.run(table, Times.NCCL);
    assertThat(answer.summary().rows()).isEqualTo(1);
    assertThat(answer.summary().skipped()).isEqualTo(1);
    assertThat(answer.summary().expressedShare()).isEqualTo(0.5);
    assertThat(answer.skipped().getFirst().id()).isEqualTo("tpu");
    assertThat(answer.skipped().getFirst().reason()).isEqualTo("unknown GPU TPUv4");
  }
}
