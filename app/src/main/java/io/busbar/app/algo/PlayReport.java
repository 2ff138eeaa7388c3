package io.busbar.app.algo;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report of {@code busbar algo play}. Stateless. */
public final class PlayReport {
  /** Name and version of the JSON. */
  public static final String SCHEMA = "busbar/algo-play/1";

  private PlayReport() {}

  /** A table of all rows, and who is fastest in each engine. */
  public static Report of(PlayAnswer answer) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Note("", verdict(answer)));
    List<List<String>> rows = new ArrayList<>();
    for (PlayAnswer.Row row : answer.rows()) {
      Double bound = row.boundS();
      rows.add(
          List.of(
              row.algorithm(),
              row.engine(),
              new DataSize(row.bytes()).toString(),
              TimeSpan.print(row.timeS()),
              bound == null || bound == 0 ? "" : times(row.timeS() / bound),
              new Bandwidth(row.busbwBytesPerS()).toString(),
              row.messages() == null ? "" : row.messages().toString(),
              row.wrongElements() == null
                  ? ""
                  : row.wrongElements() == 0 ? "right" : row.wrongElements() + " wrong"));
    }
    blocks.add(
        new Block.Table(
            answer.operation() + " over " + answer.ranks() + " GPUs of " + answer.cluster(),
            List.of(
                Column.text("algorithm"),
                Column.text("engine"),
                Column.number("size"),
                Column.number("time"),
                Column.number("of bound"),
                Column.number("busbw"),
                Column.number("messages"),
                Column.text("result")),
            rows,
            "Engines play one collective on an idle fabric; those beside it have a channel for each"
                + " rail. Executed are threads of this machine, median of 7, whose times say"
                + " nothing about GPUs."));
    if (!answer.notes().isEmpty()) {
      blocks.add(new Block.Note("Read with these remarks", String.join("\n", answer.notes())));
    }
    return new Report(SCHEMA, "Algorithm " + answer.name() + ", played", answer, blocks);
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  private static String verdict(PlayAnswer answer) {
    List<String> said = new ArrayList<>();
    for (String engine : answer.rows().stream().map(PlayAnswer.Row::engine).distinct().toList()) {
      List<PlayAnswer.Row> rows =
          answer.rows().stream().filter(row -> row.engine().equals(engine)).toList();
      PlayAnswer.Row own = rows.getFirst();
      PlayAnswer.Row best =
          rows.stream().min((a, b) -> Double.compare(a.timeS(), b.timeS())).orElse(own);
      String line = engine + ": " + own.algorithm() + " takes " + TimeSpan.print(own.timeS());
      String other =
          best == own
              ? rows.size() > 1 ? ", the fastest" : ""
              : ", " + best.algorithm() + " " + TimeSpan.print(best.timeS());
      said.add(line + other);
    }
    return String.join("; ", said) + ".";
  }
}
