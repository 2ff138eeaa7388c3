package io.busbar.app.option;

import io.busbar.app.call.Answer;
import io.busbar.app.call.ExitCodes;
import io.busbar.base.problem.InputException;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that answers with a report of figures, as a picocli mixin. */
public final class ReportOptions {
  @Mixin private FormatOption format = new FormatOption();

  @Option(
      names = "--explain",
      description = {
        "Show the reasons of figures: formula, inputs, and the source of each constant.",
        "Example: --explain --format html"
      })
  private boolean explain;

  /** Whether reasons were asked for. */
  public boolean explain() {
    return explain;
  }

  /** Whether a trace was asked for, which shows everything. */
  public boolean trace() {
    return format.trace();
  }

  /** Whether a page was asked for, which has room for more. */
  public boolean html() {
    return format.pictures();
  }

  /**
   * The report in the format that was asked for.
   *
   * @throws InputException when the report cannot be shown so
   */
  public Answer answer(Report report) {
    return answer(report, ExitCodes.DONE);
  }

  /** The same with an exit code for scripts. */
  public Answer answer(Report report, int exitCode) {
    return format.answer(explain ? report : withoutReasons(report), exitCode);
  }

  private static Report withoutReasons(Report report) {
    List<Block> blocks = new ArrayList<>();
    for (Block block : report.blocks()) {
      blocks.add(block instanceof Block.Figures figures ? withoutReasons(figures) : block);
    }
    return new Report(report.schema(), report.title(), report.answer(), blocks);
  }

  private static Block.Figures withoutReasons(Block.Figures figures) {
    List<Block.Figure> rows = new ArrayList<>();
    for (Block.Figure row : figures.rows()) {
      rows.add(new Block.Figure(row.label(), row.value(), row.note()));
    }
    return new Block.Figures(figures.title(), rows);
  }
}
