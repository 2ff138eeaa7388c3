package io.busbar.diagnose.runbook;

import io.busbar.base.quantity.DataSize;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Report;
import io.busbar.diagnose.runbook.Runbook.Expected;
import io.busbar.diagnose.runbook.Runbook.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A runbook as blocks: each step with what to run, what is healthy, what to do otherwise. */
public final class RunbookReport {
  public static final String SCHEMA = "busbar/runbook/1";

  private RunbookReport() {}

  public static Report of(Runbook runbook) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Note(
            "",
            "From the machine outwards: a step that fails makes those below it meaningless. Keep"
                + " what each step prints in one directory; 'busbar diagnose' reads all of it"
                + " together. Bandwidths and times are those of NCCL "
                + runbook.ncclVersion()
                + " by the time model; a tenth of like systems is below 'at least'."));
    for (Step step : runbook.steps()) {
      blocks.add(lines(step));
      if (!step.expected().isEmpty()) {
        blocks.add(expected(step.expected()));
      }
    }
    String plan = runbook.plan().isEmpty() ? "" : ", " + runbook.plan();
    String title = "Runbook for " + runbook.cluster() + " (" + runbook.gpus() + " GPUs)" + plan;
    return new Report(SCHEMA, title, runbook, blocks);
  }

  private static Block lines(Step step) {
    List<List<String>> rows = new ArrayList<>();
    rows(rows, "run", step.commands());
    rows(rows, "healthy", step.healthy());
    rows(rows, "if not", step.ifNot());
    if (!step.codes().isEmpty()) {
      rows.add(List.of("findings", String.join(", ", step.codes())));
    }
    return new Block.Table(
        step.number() + ". " + step.title(),
        List.of(Column.text(""), Column.text(step.where())),
        rows,
        step.why());
  }

  private static void rows(List<List<String>> rows, String label, List<String> lines) {
    String first = label;
    for (String line : lines) {
      rows.add(List.of(first, line));
      first = "";
    }
  }

  private static Block expected(List<Expected> rows) {
    return new Block.Table(
        "",
        List.of(
            Column.text("collective"),
            Column.number("ranks"),
            Column.number("size"),
            Column.number("time"),
            Column.number("at most"),
            Column.number("busbw GB/s"),
            Column.number("at least"),
            Column.text("choice")),
        rows.stream().map(RunbookReport::row).toList(),
        "");
  }

  private static List<String> row(Expected e) {
    boolean named = !e.group().contains(" ") && !e.group().equals("all");
    return List.of(
        (named ? e.group() + " " : "") + e.collective(),
        Integer.toString(e.ranks()),
        DataSize.binary(e.sizeBytes()),
        TimeSpan.print(e.timeUs() / 1e6),
        TimeSpan.print(e.p90Us() / 1e6),
        gigabytes(e.busbwBytesPerS()),
        gigabytes(e.lowBytesPerS()),
        (e.algorithm() + " " + e.protocol()).strip());
  }

  private static String gigabytes(double bytesPerSecond) {
    double g = bytesPerSecond / 1e9;
    return String.format(Locale.ROOT, g < 0.1 ? "%.4f" : g < 100 ? "%.1f" : "%.0f", g);
  }
}
