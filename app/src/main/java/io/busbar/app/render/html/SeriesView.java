package io.busbar.app.render.html;

import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Curve;
import io.busbar.base.report.Block.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Curves over a common axis, and folded below them the table of their points. */
final class SeriesView {
  private SeriesView() {}

  static void write(Page page, Series series) {
    if (ys(series).findAny().isEmpty()) {
      page.markup().leaf("p", "There are no points to draw.", "class", "note");
      return;
    }
    page.inFormats(format -> new SeriesChart(series, format).write(page));
    page.openFold("points as a table");
    points(page, series);
    page.markup().close();
  }

  /** The points that can be drawn, of all curves: their x. */
  static DoubleStream xs(Series series) {
    return series.curves().stream()
        .flatMapToDouble(curve -> drawable(curve).mapToDouble(i -> curve.x().get(i)));
  }

  /** The points that can be drawn, of all curves: their y. */
  static DoubleStream ys(Series series) {
    return series.curves().stream()
        .flatMapToDouble(curve -> drawable(curve).mapToDouble(i -> curve.y().get(i)));
  }

  /** Indices of the points of a curve that have a place. */
  static IntStream drawable(Curve curve) {
    return IntStream.range(0, Math.min(curve.x().size(), curve.y().size()))
        .filter(i -> isPoint(curve, i));
  }

  static boolean isPoint(Curve curve, int i) {
    return Scale.canShow(curve.x().get(i)) && Scale.canShow(curve.y().get(i));
  }

  private static void points(Page page, Series series) {
    AxisLabel x = AxisLabel.of(series.xLabel());
    AxisLabel y = AxisLabel.of(series.yLabel());
    List<Column> columns = new ArrayList<>(List.of(Column.number(x.name())));
    series.curves().forEach(c -> columns.add(Column.number(c.label())));
    List<List<String>> rows = new ArrayList<>();
    for (double at : new TreeSet<>(xs(series).boxed().toList())) {
      List<String> row = new ArrayList<>(List.of(Numbers.withUnit(at, x.unit())));
      for (Curve curve : series.curves()) {
        int i = curve.x().indexOf(at);
        double value = i >= 0 && i < curve.y().size() ? curve.y().get(i) : Double.NaN;
        row.add(Numbers.withUnit(value, y.unit()));
      }
      rows.add(row);
    }
    TableView.write(page, series.title(), columns, rows, List.of());
  }
}
