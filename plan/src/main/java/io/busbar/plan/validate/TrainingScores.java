package io.busbar.plan.validate;

import io.busbar.base.scoring.Scores;
import io.busbar.formats.csv.CsvTable;
import io.busbar.plan.validate.TrainingValidation.Row;
import io.busbar.plan.validate.TrainingValidation.SourceScore;
import io.busbar.plan.validate.TrainingValidation.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Errors by source, ranking within groups, memory verdicts. Stateless. */
final class TrainingScores {
  private static final int SECTION_ROWS = 3;
  private static final int GROUP_ROWS = 2;

  /** What layouts of one job have in common. */
  private static final List<String> JOB =
      List.of(
          "source",
          "layers",
          "hidden",
          "heads",
          "seq_len",
          "gpu",
          "gpus",
          "global_batch",
          "precision",
          "release");

  private TrainingScores() {}

  static Summary of(List<TrainingRun> runs, List<Row> rows, CsvTable table) {
    List<CsvTable.Row> cells = runs.stream().map(TrainingRun::cells).toList();
    List<SourceScore> sources = sources(cells, rows, new Sources(table));
    List<Double> memory = new ArrayList<>();
    int falseAlarms = 0;
    int flagged = 0;
    int oom = 0;
    for (Row row : rows) {
      boolean refused = row.memoryVerdict().equals("does-not-fit");
      if (row.measuredMemoryBytes() != null) {
        memory.add(Scores.absLogError(row.predictedMemoryBytes(), row.measuredMemoryBytes()));
      }
      if (row.status().equals("oom")) {
        oom++;
        flagged += refused ? 1 : 0;
      } else if (row.status().equals("ok") && refused) {
        falseAlarms++;
      }
    }
    long architectures =
        table.rows().stream()
            .filter(r -> !r.text("layers").isEmpty() && !r.text("hidden").isEmpty())
            .filter(r -> !r.text("heads").isEmpty())
            .count();
    return new Summary(
        rows.size(),
        table.rows().size() - rows.size(),
        architectures == 0 ? 0 : (double) rows.size() / architectures,
        mean(sources.stream().map(SourceScore::medianError).toList()),
        mean(sources.stream().map(SourceScore::p90Error).toList()),
        tau(cells, rows, s -> true, TrainingScores::job, GROUP_ROWS),
        tau(cells, rows, s -> true, TrainingScores::section, SECTION_ROWS),
        TrainingValidation.median(memory),
        memory.size(),
        falseAlarms,
        flagged,
        oom,
        sources);
  }

  private static double mean(List<Double> values) {
    return Scores.mean(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static List<SourceScore> sources(
      List<CsvTable.Row> cells, List<Row> rows, Sources sources) {
    Map<String, List<Double>> errors = new TreeMap<>();
    for (Row row : rows) {
      if (row.errorLog() != null) {
        errors
            .computeIfAbsent(sources.group(row.source()), s -> new ArrayList<>())
            .add(row.errorLog());
      }
    }
    List<SourceScore> scores = new ArrayList<>();
    errors.forEach((group, logs) -> {
      double[] absolute = TrainingValidation.absolute(logs);
      Predicate<String> here = source -> sources.group(source).equals(group);
      scores.add(
          new SourceScore(
              group,
              logs.size(),
              Scores.median(absolute),
              Scores.quantile(absolute, 0.9),
              TrainingValidation.median(logs),
              known(tau(cells, rows, here, TrainingScores::job, GROUP_ROWS)),
              known(tau(cells, rows, here, TrainingScores::section, SECTION_ROWS))));
    });
    return scores;
  }

  private static @Nullable Double known(double tau) {
    return Double.isNaN(tau) ? null : tau;
  }

  private static String job(CsvTable.Row row) {
    StringBuilder key = new StringBuilder();
    for (String column : JOB) {
      key.append(row.text(column)).append('|');
    }
    return key.toString();
  }

  private static String section(CsvTable.Row row) {
    String section = row.text("table").replaceAll(" ?line \\d+", "");
    return row.text("source") + "|" + section;
  }

  /** Mean of Kendall's tau over groups, each with the weight of its rows. */
  private static double tau(
      List<CsvTable.Row> cells,
      List<Row> rows,
      Predicate<String> sources,
      Function<CsvTable.Row, String> key,
      int least) {
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).measuredS() != null && sources.test(rows.get(i).source())) {
        groups.computeIfAbsent(key.apply(cells.get(i)), k -> new ArrayList<>()).add(rows.get(i));
      }
    }
    double sum = 0;
    int weight = 0;
    for (List<Row> group : groups.values()) {
      if (group.size() >= least) {
        double tau =
            Scores.kendallTau(
                group.stream().mapToDouble(Row::predictedS).toArray(),
                group.stream().mapToDouble(TrainingScores::measured).toArray());
        if (!Double.isNaN(tau)) {
          sum += tau * group.size();
          weight += group.size();
        }
      }
    }
    return weight == 0 ? Double.NaN : sum / weight;
  }

  private static double measured(Row row) {
    Double measured = row.measuredS();
    return measured == null ? Double.NaN : measured;
  }
}
