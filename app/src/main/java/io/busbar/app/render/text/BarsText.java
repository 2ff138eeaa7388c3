package io.busbar.app.render.text;

import io.busbar.base.report.Block;
import java.util.ArrayList;
import java.util.List;

/**
 * Stacked bars on one scale, each part with its own pattern and colour, the limit as a line; the
 * values of all parts follow as a table, since a short part has no cell of its own.
 */
final class BarsText {
  private static final int MAX_LABEL = 24;
  private static final int TOTAL_WIDTH = 12;
  private static final String UNICODE_FILLS = "█▓▒░▚▞▤▥";
  private static final String ASCII_FILLS = "#=+-%o*.";

  private final Block.Bars bars;
  private final Paper paper;
  private final double scale;
  private final int columns;
  private final int labelWidth;

  private BarsText(Block.Bars bars, Paper paper) {
    this.bars = bars;
    this.paper = paper;
    double longest = Double.isNaN(bars.limit()) ? 0 : bars.limit();
    int label = 0;
    for (Block.Bar bar : bars.bars()) {
      longest = Math.max(longest, total(bar));
      label = Math.max(label, Math.min(MAX_LABEL, Cells.width(paper.plain(bar.label()))));
    }
    this.scale = longest;
    this.labelWidth = label;
    this.columns = paper.width() - 2 - label - 2 - 2 - TOTAL_WIDTH;
  }

  static void write(Block.Bars bars, Paper paper) {
    BarsText text = new BarsText(bars, paper);
    bars.bars().forEach(text::bar);
    if (!Double.isNaN(bars.limit())) {
      String value = Amounts.text(bars.limit(), bars.unit());
      String label = bars.limitLabel().isEmpty() ? "limit" : paper.plain(bars.limitLabel());
      String mark = Ink.RED.on(paper.style().pick("┃", "|"));
      paper.wrapped(" ".repeat(text.labelWidth + 4) + mark + " ", "  ", label + " " + value);
    }
    text.values();
  }

  private void bar(Block.Bar bar) {
    StringBuilder cells = new StringBuilder();
    double sum = 0;
    int filled = 0;
    int limitAt = Double.isNaN(bars.limit()) ? -1 : cell(bars.limit());
    for (int part = 0; part < bar.values().size(); part++) {
      sum += positive(bar.values().get(part));
      int end = cell(sum);
      StringBuilder run = new StringBuilder();
      for (; filled < end; filled++) {
        run.append(filled == limitAt ? limitMark() : fill(part));
      }
      cells.append(ink(part).on(run.toString()));
    }
    for (; filled <= limitAt; filled++) {
      cells.append(filled == limitAt ? Ink.RED.on(limitMark()) : " ");
    }
    String withUnit = Amounts.text(total(bar), bars.unit());
    boolean fits = Cells.width(withUnit) <= TOTAL_WIDTH;
    String total = fits ? paper.plain(withUnit) : Amounts.number(total(bar));
    List<String> label = Cells.wrap(paper.plain(bar.label()), labelWidth);
    String drawn = Cells.padRight(cells.toString(), columns + 1);
    paper.line("  " + Cells.padRight(label.getFirst(), labelWidth) + "  " + drawn + " " + total);
    for (String more : label.subList(1, label.size())) {
      paper.line("  " + more);
    }
  }

  /** One row per part, one column per bar; the pattern of the bar stands before the part. */
  private void values() {
    List<Block.Column> header = new ArrayList<>(List.of(Block.Column.text("part")));
    for (Block.Bar bar : bars.bars()) {
      header.add(Block.Column.number(bar.label()));
    }
    List<List<String>> rows = new ArrayList<>();
    for (int part = 0; part < bars.parts().size(); part++) {
      List<String> row = new ArrayList<>(List.of(fill(part) + " " + bars.parts().get(part)));
      for (Block.Bar bar : bars.bars()) {
        boolean given = part < bar.values().size();
        row.add(given ? Amounts.text(bar.values().get(part), bars.unit()) : "");
      }
      rows.add(row);
    }
    TableText.write(new Block.Table("", header, rows, ""), paper);
  }

  private int cell(double value) {
    return scale > 0 ? (int) Math.round(Math.min(1, value / scale) * columns) : 0;
  }

  private String limitMark() {
    return paper.style().pick("┃", "|");
  }

  private String fill(int part) {
    String fills = paper.style().pick(UNICODE_FILLS, ASCII_FILLS);
    return String.valueOf(fills.charAt(part % fills.length()));
  }

  private static Ink ink(int part) {
    return Ink.PARTS.get(part % Ink.PARTS.size());
  }

  private static double total(Block.Bar bar) {
    double sum = 0;
    for (double value : bar.values()) {
      sum += positive(value);
    }
    return sum;
  }

  /** What can be drawn: a part that is negative or unknown takes no length. */
  private static double positive(double value) {
    return value > 0 && Double.isFinite(value) ? value : 0;
  }
}
