package io.busbar.app.render.text;

import io.busbar.base.report.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Curves: a small line of heights for the shape, and a table of points for the figures. */
final class SeriesText {
  private static final int MAX_ROWS = 16;
  private static final int MAX_SPARK = 48;
  private static final String UNICODE_HEIGHTS = "▁▂▃▄▅▆▇█";
  private static final String ASCII_HEIGHTS = "_.-:=+*#";

  private SeriesText() {}

  static void write(Block.Series series, Paper paper) {
    int label = 0;
    for (Block.Curve curve : series.curves()) {
      label = Math.max(label, Cells.width(paper.plain(curve.label())));
    }
    int labelWidth = Math.min(28, label);
    String axes = series.yLabel() + " over " + series.xLabel();
    paper.wrapped("  ", Ink.DIM, paper.plain(axes + (series.xLogarithmic() ? " (log)" : "")));
    for (Block.Curve curve : series.curves()) {
      List<String> name = Cells.wrap(paper.plain(curve.label()), labelWidth);
      String shape = Ink.BLUE.on(spark(curve.y(), paper.style()));
      String line = Cells.padRight(name.getFirst(), labelWidth) + "  " + shape;
      paper.line("  " + line + "  " + range(curve));
      name.stream().skip(1).forEach(more -> paper.line("  " + more));
    }
    if (!series.tabled()) {
      table(series, paper);
    }
  }

  private static void table(Block.Series series, Paper paper) {
    TreeSet<Double> all = new TreeSet<>();
    series.curves().forEach(curve -> all.addAll(curve.x()));
    List<Double> xs = sample(List.copyOf(all), MAX_ROWS);
    List<Block.Column> header = new ArrayList<>(List.of(Block.Column.number(series.xLabel())));
    series.curves().forEach(curve -> header.add(Block.Column.number(curve.label())));
    List<List<String>> rows = new ArrayList<>();
    for (double x : xs) {
      List<String> row = new ArrayList<>(List.of(Amounts.number(x)));
      for (Block.Curve curve : series.curves()) {
        int at = curve.x().indexOf(x);
        row.add(at < 0 ? "" : Amounts.number(curve.y().get(at)));
      }
      rows.add(row);
    }
    boolean some = xs.size() < all.size();
    String note = xs.size() + " of " + all.size() + " points; --format json has them all";
    TableText.write(new Block.Table("", header, rows, some ? note : ""), paper);
  }

  private static String range(Block.Curve curve) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double y : curve.y()) {
      low = Double.isFinite(y) ? Math.min(low, y) : low;
      high = Double.isFinite(y) ? Math.max(high, y) : high;
    }
    return low > high ? "no points" : Amounts.number(low) + " to " + Amounts.number(high);
  }

  private static String spark(List<Double> values, TextStyle style) {
    List<Double> ys = sample(values, MAX_SPARK);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (double y : ys) {
      low = Double.isFinite(y) ? Math.min(low, y) : low;
      high = Double.isFinite(y) ? Math.max(high, y) : high;
    }
    String heights = style.pick(UNICODE_HEIGHTS, ASCII_HEIGHTS);
    StringBuilder out = new StringBuilder();
    for (double y : ys) {
      double share = high > low ? (y - low) / (high - low) : 0.5;
      boolean known = Double.isFinite(y);
      out.append(known ? heights.charAt((int) Math.round(share * (heights.length() - 1))) : ' ');
    }
    return out.toString();
  }

  /** At most {@code most} values at even distances, the first and the last among them. */
  private static List<Double> sample(List<Double> values, int most) {
    if (values.size() <= most) {
      return values;
    }
    List<Double> kept = new ArrayList<>();
    for (int i = 0; i < most; i++) {
      kept.add(values.get((int) Math.round(i * (values.size() - 1.0) / (most - 1))));
    }
    return kept;
  }
}
