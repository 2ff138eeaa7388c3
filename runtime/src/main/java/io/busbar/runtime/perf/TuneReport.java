package io.busbar.runtime.perf;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.runtime.tuning.Group;
import java.util.ArrayList;
import java.util.List;

/** The routes that were found best as blocks. */
public final class TuneReport {
  public static final String SCHEMA = "busbar/perf-tune/1";

  private TuneReport() {}

  /**
   * @param table the file that the routes are written to
   */
  public static Report of(TuneRun.Measured measured, String table) {
    TuneAnswer answer = TuneAnswer.of(measured, table);
    Group group = measured.group();
    return new Report(
        SCHEMA, "Algorithms of " + Words.of(group), answer, List.of(routes(answer), where(answer)));
  }

  private static Block routes(TuneAnswer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (TuneAnswer.Row row : answer.rows()) {
      boolean kept = row.algorithm().equals(row.start());
      rows.add(
          List.of(
              row.collective(),
              Long.toString(row.sizeBytes()),
              row.start(),
              Words.decimals(row.startUs()),
              kept ? "-" : row.algorithm(),
              kept ? "-" : Words.decimals(row.algorithmUs()),
              kept ? "-" : Words.percent(row.gain()),
              Words.percent(row.scatter())));
    }
    return new Block.Table(
        "",
        List.of(
            Column.text("operation"),
            Column.number("size B"),
            Column.text("start value"),
            Column.number("us"),
            Column.text("better"),
            Column.number("us"),
            Column.number("gain %"),
            Column.number("scatter %")),
        rows,
        "medians of seven rounds, algorithms in turn; one is better when three quarters of its rounds"
            + " are faster than three quarters of the start value's, by 3 % at least");
  }

  private static Block where(TuneAnswer answer) {
    return new Block.Figures(
        "",
        List.of(
            new Figure("table", answer.table(), "which 'busbar perf' and --tuning FILE take"),
            new Figure("kernels", answer.kernels(), "")));
  }
}
