package io.busbar.runtime.perf;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Report;
import io.busbar.runtime.tuning.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A measurement as blocks: the table of nccl-tests, the limits beside it, and curves. */
public final class PerfReport {
  public static final String SCHEMA = "busbar/perf/1";

  private static final double GIGA = 1e9;

  private PerfReport() {}

  public static Report of(PerfAnswer answer) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(table(answer));
    blocks.add(limits(answer));
    if (answer.rows().size() > 1) {
      blocks.add(curves(answer));
    }
    Group group = new Group(answer.transport(), answer.hosts(), answer.ranks());
    String title = answer.collective() + " over " + Words.of(group);
    return new Report(SCHEMA, title, answer, blocks);
  }

  private static Block table(PerfAnswer answer) {
    List<List<String>> rows = new ArrayList<>();
    for (PerfAnswer.Row row : answer.rows()) {
      rows.add(
          List.of(
              Long.toString(row.sizeBytes()),
              Long.toString(row.count()),
              answer.type(),
              answer.reduction() == null ? "none" : answer.reduction(),
              answer.root() == null ? "-1" : Integer.toString(answer.root()),
              Words.decimals(row.timeUs()),
              Words.decimals(row.algbwBytesPerS() / GIGA),
              Words.decimals(row.busbwBytesPerS() / GIGA),
              Long.toString(row.wrong()),
              String.format(Locale.ROOT, "%.0f", row.percentOfLimit())));
    }
    return new Block.Table(
        "",
        List.of(
            Column.number("size B"),
            Column.number("count"),
            Column.text("type"),
            Column.text("redop"),
            Column.number("root"),
            Column.number("time us"),
            Column.number("algbw"),
            Column.number("busbw"),
            Column.number("#wrong"),
            Column.number("% limit")),
        rows,
        "columns as nccl-tests, bandwidths in GB/s; % limit: time of the same work at the machine's"
            + " own rates, measured in this run, over the time it took");
  }

  private static Block limits(PerfAnswer answer) {
    List<Figure> rows = new ArrayList<>();
    rows.add(new Figure("kernels", answer.kernels(), ""));
    rows.add(new Figure("algorithms by", answer.algorithmsBy(), ""));
    rows.add(
        new Figure(
            "one way between ranks 0 and 1",
            Words.decimals(answer.limits().oneWayUs()) + " us",
            ""));
    Double link = answer.limits().linkBytesPerS();
    if (link != null) {
      rows.add(
          new Figure(
              "plain sockets", Words.decimals(link / GIGA) + " GB/s", "each rank while all send"));
    }
    List<PerfAnswer.Rates> rates = answer.limits().rates();
    PerfAnswer.Rates largest = rates.getLast();
    String at = "each rank while all do it, at " + largest.sizeBytes() + " B";
    rows.add(new Figure("copy", Words.decimals(largest.copyBytesPerS() / GIGA) + " GB/s", at));
    rows.add(new Figure("reduce", Words.decimals(largest.reduceBytesPerS() / GIGA) + " GB/s", at));
    return new Block.Figures("The machine's own limits", rows);
  }

  private static Block curves(PerfAnswer answer) {
    List<Double> x = new ArrayList<>();
    List<Double> bus = new ArrayList<>();
    List<Double> limit = new ArrayList<>();
    for (PerfAnswer.Row row : answer.rows()) {
      x.add((double) row.sizeBytes());
      bus.add(row.busbwBytesPerS() / GIGA);
      limit.add(row.busbwBytesPerS() / GIGA * row.timeUs() / row.limitUs());
    }
    List<Block.Curve> curves =
        List.of(new Block.Curve("busbw", x, bus), new Block.Curve("limit", x, limit));
    return new Block.Series("Bandwidth", "size, B", "GB/s", true, curves, true);
  }
}
