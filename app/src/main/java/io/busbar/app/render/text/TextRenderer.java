package io.busbar.app.render.text;

import io.busbar.base.report.Block;
import io.busbar.base.report.Report;

/** A report as text: the title, then each block under its heading. Stateless. */
public final class TextRenderer {
  private TextRenderer() {}

  public static String render(Report report, TextStyle style) {
    Paper paper = new Paper(style);
    String title = style.plain(report.title());
    for (String line : Cells.wrap(title, style.width())) {
      paper.line(Ink.BOLD.on(line));
    }
    paper.line(paper.rule(Math.min(style.width(), Cells.width(title))));
    for (Block block : report.blocks()) {
      paper.blank();
      paper.heading(block.title());
      body(block, paper);
    }
    return paper.toString();
  }

  private static void body(Block block, Paper paper) {
    switch (block) {
      case Block.Figures figures -> FiguresText.write(figures, paper);
      case Block.Table table -> TableText.write(table, paper);
      case Block.Bars bars -> BarsText.write(bars, paper);
      case Block.Series series -> SeriesText.write(series, paper);
      case Block.Timeline timeline -> TimelineText.write(timeline, paper);
      case Block.Drawing drawing -> drawing(drawing, paper);
      case Block.Findings findings -> FindingsText.write(findings, paper);
      case Block.Excerpts excerpts -> ExcerptsText.write(excerpts, paper);
      case Block.Note note -> note(note.text(), paper);
      case Block.Reasons reasons -> ReasonsText.write(reasons.roots(), paper);
    }
  }

  private static void drawing(Block.Drawing drawing, Paper paper) {
    if (!drawing.caption().isEmpty()) {
      paper.wrapped("  ", "  ", paper.plain(drawing.caption()));
    }
    paper.line("  " + Ink.DIM.on("(a drawing: --format html shows it)"));
  }

  /** Paragraphs are wrapped; lines that begin with a blank are kept as they are where they fit. */
  private static void note(String text, Paper paper) {
    for (String line : text.split("\n", -1)) {
      String plain = paper.plain(line);
      if (plain.isBlank()) {
        paper.blank();
      } else {
        String indent =
            " ".repeat(2 + Math.min(20, plain.length() - plain.stripLeading().length()));
        boolean fits = 2 + Cells.width(plain) <= paper.width();
        paper.wrapped(fits ? "  " : indent, indent, fits ? plain : plain.strip());
      }
    }
  }
}
