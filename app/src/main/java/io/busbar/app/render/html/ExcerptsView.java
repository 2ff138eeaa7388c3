package io.busbar.app.render.html;

import io.busbar.base.report.Block.Excerpt;
import io.busbar.base.report.Block.ExcerptLine;
import io.busbar.base.report.Block.Excerpts;

/** Pieces of files with line numbers; the lines that matter stand out. */
final class ExcerptsView {
  private ExcerptsView() {}

  static void write(Page page, Excerpts excerpts) {
    for (Excerpt excerpt : excerpts.excerpts()) {
      Markup out = page.markup();
      out.leaf("p", excerpt.caption(), "class", "note");
      page.openScrollBox(excerpt.caption());
      out.open("div", "class", "excerpt");
      int next = excerpt.lines().isEmpty() ? 0 : excerpt.lines().getFirst().number();
      for (ExcerptLine line : excerpt.lines()) {
        if (line.number() > next) {
          out.leaf("span", "…");
        }
        out.open("span", "class", line.marked() ? "hit" : "line");
        out.leaf("b", Integer.toString(line.number())).text(line.text()).close();
        next = line.number() + 1;
      }
      out.close().close();
    }
  }
}
