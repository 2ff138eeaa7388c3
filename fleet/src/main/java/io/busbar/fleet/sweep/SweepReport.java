package io.busbar.fleet.sweep;

import io.busbar.app.fleet.SweepAsk;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Report;
import io.busbar.fleet.sweep.SweepAnswer.Failed;
import io.busbar.fleet.sweep.SweepAnswer.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A sweep for people. Stateless. */
final class SweepReport {
  private static final int SHOWN = 30;

  private SweepReport() {}

  static Report of(SweepAsk ask, List<CallRow> rows, SweepTable table, long madeNow) {
    List<Failed> failed = new ArrayList<>();
    for (CallRow row : rows) {
      if (row.exitCode() != 0) {
        String words = String.join(" ", ask.calls().get(row.number()).words());
        failed.add(new Failed(row.number(), words, row.exitCode(), row.error()));
      }
    }
    SweepAnswer answer =
        new SweepAnswer(
            ask.name(), ask.calls().size(), rows.size(), madeNow, failed, spreads(ask, table));
    return new Report("busbar/fleet-sweep/1", "Sweep: " + ask.name(), answer, blocks(answer));
  }

  private static List<Spread> spreads(SweepAsk ask, SweepTable table) {
    List<Spread> spreads = new ArrayList<>();
    for (int c = ask.columns().size() + 3; c < table.columns().size(); c++) {
      if (!table.numeric().get(c)) {
        continue;
      }
      int column = c;
      double[] values =
          table.rows().stream()
              .map(row -> row.get(column))
              .filter(java.util.Objects::nonNull)
              .mapToDouble(Double::parseDouble)
              .sorted()
              .toArray();
      if (values.length > 0 && values[0] < values[values.length - 1]) {
        int half = values.length / 2;
        double median =
            values.length % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
        spreads.add(
            new Spread(
                table.columns().get(c),
                values.length,
                values[0],
                median,
                values[values.length - 1]));
      }
    }
    return spreads;
  }

  private static List<Block> blocks(SweepAnswer answer) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Note(
            "",
            String.format(
                Locale.ROOT,
                "%,d of %,d calls are made, %,d of them now; %,d failed. All rows are in results.csv"
                    + " and results.parquet.",
                answer.made(),
                answer.calls(),
                answer.madeNow(),
                answer.failed().size())));
    if (!answer.figures().isEmpty()) {
      blocks.add(
          new Block.Table(
              "Figures that vary",
              List.of(
                  Column.text("Figure"),
                  Column.number("Calls"),
                  Column.number("Least"),
                  Column.number("Median"),
                  Column.number("Most")),
              answer.figures().stream()
                  .limit(SHOWN)
                  .map(f ->
                      List.of(
                          f.figure(),
                          Integer.toString(f.calls()),
                          number(f.least()),
                          number(f.median()),
                          number(f.most())))
                  .toList(),
              "As the JSON of the call has them, with its units."));
    }
    if (!answer.failed().isEmpty()) {
      blocks.add(
          new Block.Table(
              "Calls that failed",
              List.of(Column.number("Call"), Column.number("Exit"), Column.text("Why")),
              answer.failed().stream()
                  .limit(SHOWN)
                  .map(f ->
                      List.of(
                          Integer.toString(f.call()), Integer.toString(f.exitCode()), f.error()))
                  .toList(),
              ""));
    }
    return blocks;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }
}
