package io.busbar.app.hosts;

import io.busbar.app.hosts.FitAnswer.LevelCosts;
import io.busbar.app.hosts.FitAnswer.Residual;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A fit as blocks: costs, how well they fit, how well they predict. */
public final class FitReport {
  public static final String SCHEMA = "busbar/perf-fit/1";

  private FitReport() {}

  /**
   * @param written whether the cluster file was written; else it is shown
   */
  public static Report of(Fitted fitted, boolean written) {
    FitAnswer answer = FitAnswer.of(fitted);
    List<Block> blocks = new ArrayList<>();
    blocks.add(costs(answer));
    answer.levels().forEach(level -> blocks.add(residuals(level)));
    blocks.add(predicted(answer));
    if (!written) {
      blocks.add(new Block.Note("Cluster file", answer.clusterFile().stripTrailing()));
    }
    String hosts = answer.hosts() == 1 ? "this host" : answer.hosts() + " hosts";
    String title = "Fit of " + answer.ranks() + " ranks on " + hosts + ", " + answer.transport();
    return new Report(SCHEMA, title, answer, blocks);
  }

  private static Block costs(FitAnswer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (LevelCosts level : answer.levels()) {
      Double reduce = level.reduceBytesPerS();
      String sums =
          reduce == null
              ? "as moving"
              : new Bandwidth(reduce) + (level.reduceByKernels() ? " (kernels)" : "");
      rows.add(
          List.of(
              level.level(),
              Integer.toString(level.ranks()),
              decimals(level.alphaUs()),
              new Bandwidth(level.bytesPerS()).toString(),
              sums,
              percent(level.medianError())));
    }
    return new Block.Table(
        "What messages and sums cost",
        List.of(
            Column.text("messages"),
            Column.number("ranks"),
            Column.number("alpha us"),
            Column.text("1/beta"),
            Column.text("1/gamma"),
            Column.number("median error %")),
        rows,
        "time = alpha x messages + beta x bytes of messages + gamma x bytes added up, of all ranks"
            + " at once");
  }

  private static Block residuals(LevelCosts level) {
    List<List<String>> rows = new ArrayList<>();
    for (Residual r : level.samples()) {
      rows.add(
          List.of(
              r.collective(),
              Long.toString(r.sizeBytes()),
              Long.toString(r.messages()),
              decimals(r.measuredUs()),
              decimals(r.fittedUs()),
              signed(r.error())));
    }
    return new Block.Table(
        "Fitted: " + level.level(),
        List.of(
            Column.text("operation"),
            Column.number("size B"),
            Column.number("messages"),
            Column.number("measured us"),
            Column.number("fitted us"),
            Column.number("error %")),
        rows,
        "rings, and messages to the next rank; robust least squares of relative errors");
  }

  private static Block predicted(FitAnswer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (Fitted.Row row : answer.rows()) {
      rows.add(
          List.of(
              row.collective(),
              Long.toString(row.sizeBytes()),
              row.algorithm(),
              decimals(row.measuredUs()),
              decimals(row.predictedUs()),
              signed(row.error())));
    }
    Double largest = answer.largestErrorFromMebibyte();
    return new Block.Table(
        "Predicted by the simulator from the cluster file",
        List.of(
            Column.text("operation"),
            Column.number("size B"),
            Column.text("schedule"),
            Column.number("measured us"),
            Column.number("predicted us"),
            Column.number("error %")),
        rows,
        "not fitted; the schedules over links, even where 'auto' goes through shared memory"
            + (largest == null
                ? ""
                : "; largest error at 1 MiB and above: " + percent(largest) + " %"));
  }

  private static String decimals(double value) {
    String format = value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, value);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  private static String signed(double share) {
    return String.format(Locale.ROOT, "%+.1f", 100 * share);
  }
}
