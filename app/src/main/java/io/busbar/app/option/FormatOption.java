package io.busbar.app.option;

import io.busbar.app.call.Answer;
import io.busbar.app.call.ExitCodes;
import io.busbar.app.call.Refusal;
import io.busbar.app.render.html.HtmlRenderer;
import io.busbar.app.render.json.JsonRenderer;
import io.busbar.app.render.json.TraceRenderer;
import io.busbar.app.render.text.TextRenderer;
import io.busbar.app.render.text.TextStyle;
import io.busbar.base.problem.InputException;
import io.busbar.base.report.Report;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * How an answer is shown, as a picocli mixin. The report says itself what can be made of it: a
 * trace needs a timeline.
 */
public final class FormatOption {
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
      names = "--width",
      paramLabel = "COLUMNS",
      description = {
        "Columns of text, 60 to 400 (default: COLUMNS of the environment, else 100).",
        "Example: --width 80"
      })
  private @Nullable Integer width;

  /** Whether a trace was asked for, which shows everything. */
  public boolean trace() {
    return format == Format.TRACE;
  }

  /** Whether a page with drawings was asked for, which has room for more. */
  public boolean pictures() {
    return format == Format.HTML;
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
    if (format == Format.TRACE && !TraceRenderer.hasTimeline(report)) {
      throw Refusal.of("--format", "trace", "text, json or html", "this answer has no timeline");
    }
    if (width != null && (width < TextStyle.NARROWEST || width > TextStyle.WIDEST)) {
      throw Refusal.of(
          "--width",
          width.toString(),
          "columns from " + TextStyle.NARROWEST + " to " + TextStyle.WIDEST,
          "");
    }
    Function<TextStyle, String> text =
        switch (format) {
          case TEXT -> style -> TextRenderer.render(report, wide(style));
          case JSON -> style -> JsonRenderer.render(report);
          case HTML -> style -> HtmlRenderer.render(report);
          case TRACE -> style -> TraceRenderer.render(report);
        };
    return new Answer(text, exitCode, report);
  }

  private TextStyle wide(TextStyle style) {
    return width == null ? style : style.withWidth(width);
  }
}
