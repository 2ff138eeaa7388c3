package io.busbar.app;

import io.busbar.app.html.HtmlRenderer;
import io.busbar.app.json.JsonRenderer;
import io.busbar.app.json.TraceRenderer;
import io.busbar.app.text.TextRenderer;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.report.Block;
import io.busbar.base.report.Report;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * The options of every command that answers with a report, as a picocli mixin. The report says
 * itself what can be made of it: a trace needs a timeline.
 */
final class ReportOptions {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = Format.Converter.class,
      description = {
        "How the answer is shown: text (the default), json, html (one file with drawings), or"
            + " trace (opens in Perfetto; only for answers with a timeline).",
        "Example: --format json"
      })
  private Format format = Format.TEXT;

  @Option(
      names = "--explain",
      description = {
        "Show the reasons of figures: formula, inputs, and the source of each constant.",
        "Example: --explain --format html"
      })
  private boolean explain;

  /** Whether reasons were asked for. */
  boolean explain() {
    return explain;
  }

  /** Whether a trace was asked for, which shows everything. */
  boolean trace() {
    return format == Format.TRACE;
  }

  /**
   * The report in the format that was asked for.
   *
   * @throws InputException when the report cannot be shown so
   */
  Answer answer(Report report) {
    if (format == Format.TRACE && !TraceRenderer.hasTimeline(report)) {
      throw new InputException(
          new Problem(
              Position.of("--format"),
              "",
              "trace",
              "text, json or html",
              "this answer has no timeline"));
    }
    Report shown = explain ? report : withoutReasons(report);
    Answer text = new Answer(style -> TextRenderer.render(shown, style), ExitCodes.DONE);
    return switch (format) {
      case TEXT -> text;
      case JSON -> Answer.of(JsonRenderer.render(shown));
      case HTML -> Answer.of(HtmlRenderer.render(shown));
      case TRACE -> Answer.of(TraceRenderer.render(shown));
    };
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
