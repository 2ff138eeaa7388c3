package io.busbar.app.render.text;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.ExcerptLine;

/** Pieces of files: number and line, a mark before those that matter. */
final class ExcerptsText {
  private static final int NUMBER = 7;

  private ExcerptsText() {}

  static void write(Block.Excerpts excerpts, Paper paper) {
    for (Block.Excerpt excerpt : excerpts.excerpts()) {
      paper.wrapped("  ", "  ", paper.plain(excerpt.caption()));
      for (ExcerptLine line : excerpt.lines()) {
        String head =
            (line.marked() ? "  > " : "    ")
                + Cells.padLeft(Integer.toString(line.number()), NUMBER)
                + "  ";
        String text = paper.plain(line.text());
        paper.wrapped(head, " ".repeat(head.length()), text.isEmpty() ? " " : text);
      }
    }
  }
}
