package io.busbar.app.render.html;

import io.busbar.base.report.Block.Figure;
import io.busbar.base.report.Block.Figures;

/**
 * Named figures: a few as large tiles, many as lines in columns; each with its note and, folded,
 * its reasons.
 */
final class FiguresView {
  private static final int MOST_TILES = 8;
  private static final int LONGEST_LARGE_VALUE = 16;

  private FiguresView() {}

  static void write(Page page, Figures figures) {
    boolean tiles = figures.rows().size() <= MOST_TILES;
    Markup out = page.markup();
    out.open("dl", "class", tiles ? "figures tiles" : "figures lines");
    for (Figure figure : figures.rows()) {
      boolean large = tiles && figure.value().length() <= LONGEST_LARGE_VALUE;
      out.open("div").leaf("dt", figure.label());
      out.leaf("dd", figure.value(), "class", large ? "value large" : "value");
      if (!figure.note().isBlank()) {
        out.leaf("dd", figure.note(), "class", "note");
      }
      if (figure.reasons() != null) {
        out.open("dd", "class", "why");
        ReasonsView.fold(page, figure.reasons(), "why");
        out.close();
      }
      out.close();
    }
    out.close();
  }
}
