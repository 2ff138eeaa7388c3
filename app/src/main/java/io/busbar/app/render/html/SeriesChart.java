package io.busbar.app.render.html;

import io.busbar.base.report.Block.Band;
import io.busbar.base.report.Block.Curve;
import io.busbar.base.report.Block.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A line chart. Wide: each curve is named at its right end. Narrow: the names are a legend above.
 * One use.
 */
final class SeriesChart {
  private static final double HEIGHT = 260;
  private static final double BELOW = 42;
  private static final double TITLE_LINE = 26;
  private static final double LEGEND_LINE = 18;
  private static final double BAND_LINE = 16;
  private static final double BAND_GAP = 4;
  private static final double WIDEST_NAME = 200;
  private static final double LABEL_GAP = 15;
  private static final double LEADER = 18;
  private static final double TICK_GAP = 14;
  private static final int MOST_Y_STEPS = 6;
  private static final double SMALLEST_ROOM = 1e-290;
  private static final int MANY_POINTS = 60;

  private final Series series;
  private final Format format;
  private final AxisLabel xLabel;
  private final AxisLabel yLabel;
  private final Svg svg = new Svg();
  private final List<String> colours;
  private final UnitScale xUnit;
  private final UnitScale yUnit;
  private final double yStep;
  private final Scale x;
  private final Scale y;

  SeriesChart(Series series, Format format) {
    this.series = series;
    this.format = format;
    xLabel = AxisLabel.of(series.xLabel());
    yLabel = AxisLabel.of(series.yLabel());
    colours = Palette.ofCurves(series.curves().stream().map(Curve::label).toList());
    double top =
        TITLE_LINE
            + (series.bands().isEmpty() ? 0 : BAND_LINE)
            + (namesAbove() ? series.curves().size() * LEGEND_LINE : 0);
    double[] range = yRange();
    yUnit = UnitScale.fitting(Math.max(Math.abs(range[0]), Math.abs(range[1])), yLabel.unit());
    yStep = Ticks.step((range[1] - range[0]) / yUnit.factor(), MOST_Y_STEPS) * yUnit.factor();
    double low = Math.floor(range[0] / yStep + 1e-9) * yStep;
    double high = Math.ceil(range[1] / yStep - 1e-9) * yStep;
    y = Scale.linear(low, high, top + HEIGHT, top);
    x = xScale();
    xUnit = UnitScale.fitting(x.max(), xLabel.unit());
  }

  void write(Page page) {
    bands();
    yAxis();
    xAxis();
    for (int i = 0; i < series.curves().size(); i++) {
      curve(series.curves().get(i), colours.get(i));
    }
    if (namesAbove()) {
      legend();
    } else {
      names();
    }
    Page.Caption caption = new Page.Caption(series.title(), description());
    Page.Widths widths = Page.Widths.of(format, format.width());
    page.drawing(svg, format.width(), y.from() + BELOW, widths, caption);
  }

  private String description() {
    List<String> names = series.curves().stream().map(Curve::label).toList();
    String bands =
        series.bands().isEmpty()
            ? ""
            : " Bands: "
                + series.bands().stream().map(Band::label).collect(Collectors.joining(", "))
                + ".";
    return series.yLabel()
        + " over "
        + series.xLabel()
        + " for "
        + String.join(", ", names)
        + ". The table below has every point."
        + bands;
  }

  private boolean namesAbove() {
    return format.isNarrow() && series.curves().size() > 1;
  }

  /** From zero, unless the values lie so close together that zero would hide them. */
  private double[] yRange() {
    double low = SeriesView.ys(series).min().orElse(0);
    double high = SeriesView.ys(series).max().orElse(1);
    boolean fromZero = low >= 0 && low <= 0.7 * high;
    if (fromZero) {
      low = 0;
    }
    if (Scale.isFlat(low, high)) {
      return new double[] {low == 0 ? 0 : low - around(low), high + around(high)};
    }
    return new double[] {low, high};
  }

  /** Room on both sides of a value that stands alone on its axis. */
  private static double around(double value) {
    return value == 0 ? 1 : Math.max(Math.abs(value) * 0.2, SMALLEST_ROOM);
  }

  private Scale xScale() {
    double left = widestYTick() + 8;
    double nameWidth = namesAbove() || format.isNarrow() ? 10 : widestName() + LEADER + 10;
    double right = format.width() - nameWidth;
    double low = SeriesView.xs(series).min().orElse(0);
    double high = SeriesView.xs(series).max().orElse(1);
    boolean logarithmic = series.xLogarithmic() && low > 0;
    if (Scale.isFlat(low, high)) {
      double room = around(low);
      return new Scale(low - room, low + room, left, right, logarithmic && low > room);
    }
    return new Scale(low, high, left, right, logarithmic);
  }

  private double widestName() {
    double widest =
        series.curves().stream()
            .mapToDouble(c -> TextFit.width(c.label(), Svg.TEXT))
            .max()
            .orElse(0);
    return Math.min(widest, WIDEST_NAME);
  }

  private double widestYTick() {
    return Math.max(
        TextFit.width(yTick(y.max()), Svg.SMALL), TextFit.width(yTick(y.min()), Svg.SMALL));
  }

  private String yTick(double value) {
    return Numbers.fixed(value / yUnit.factor(), Ticks.decimals(yStep / yUnit.factor()));
  }

  private void yAxis() {
    svg.text(0, 13, TextFit.cut(yLabel.in(yUnit), format.width(), Svg.TEXT), "t quiet");
    for (double tick : Ticks.linear(y.min(), y.max(), yStep)) {
      double at = y.at(tick);
      svg.line(x.from(), at, x.to(), at, tick == y.min() ? "axis" : "grid");
      svg.text(x.from() - 7, at + 4, yTick(tick), "ts e quiet");
    }
  }

  private void xAxis() {
    double previousEnd = Double.NEGATIVE_INFINITY;
    for (double tick : xTicks()) {
      String label = xTick(tick);
      double half = TextFit.width(label, Svg.SMALL) / 2;
      double at = x.at(tick);
      svg.line(at, y.from(), at, y.from() + 4, "axis");
      double inside = Math.min(at, format.width() - half);
      if (inside - half > previousEnd + TICK_GAP) {
        svg.text(inside, y.from() + 17, label, "ts m quiet");
        previousEnd = inside + half;
      }
    }
    boolean unitInTicks = x.logarithmic() && !xLabel.unit().isEmpty();
    String label = unitInTicks ? xLabel.name() : xLabel.in(xUnit);
    svg.text(x.to(), y.from() + 35, TextFit.cut(label, x.to(), Svg.TEXT), "t e quiet");
  }

  /** On a logarithmic axis the points that were computed, as long as they are few. */
  private Iterable<Double> xTicks() {
    if (!x.logarithmic()) {
      double factor = xUnit.factor();
      int most = (int) Math.max(2, (x.to() - x.from()) / 80);
      double step = Ticks.step((x.max() - x.min()) / factor, most) * factor;
      return Ticks.linear(x.min(), x.max(), step);
    }
    TreeSet<Double> points = new TreeSet<>(SeriesView.xs(series).boxed().toList());
    return points.size() <= MANY_POINTS / 2 ? points : Ticks.decades(x.min(), x.max());
  }

  private String xTick(double value) {
    return x.logarithmic()
        ? Numbers.withUnit(value, xLabel.unit())
        : Numbers.digits(value / xUnit.factor());
  }

  /** Every second band is shaded; each has its name as a tooltip, and at the top where it fits. */
  private void bands() {
    double above = y.to() - BAND_LINE + 4;
    for (int i = 0; i < series.bands().size(); i++) {
      Band band = series.bands().get(i);
      double from = x.at(Math.clamp(band.from(), x.min(), x.max()));
      double to = x.at(Math.clamp(band.to(), x.min(), x.max()));
      String css = i % 2 == 0 ? "band" : "band other";
      svg.rect(from, above - 4, to - from, y.from() - above + 4, css, band.label());
      if (TextFit.width(band.label(), Svg.SMALL) + BAND_GAP <= to - from) {
        svg.text((from + to) / 2, above + 8, band.label(), "ts m quiet");
      }
    }
  }

  private void curve(Curve curve, String colour) {
    StringBuilder d = new StringBuilder();
    boolean joined = false;
    int size = Math.min(curve.x().size(), curve.y().size());
    for (int i = 0; i < size; i++) {
      boolean point = SeriesView.isPoint(curve, i);
      if (point) {
        d.append(joined ? 'L' : 'M').append(Svg.px(x.at(curve.x().get(i)))).append(' ');
        d.append(Svg.px(y.at(curve.y().get(i)))).append(' ');
      }
      joined = point;
    }
    if (d.isEmpty()) {
      return;
    }
    svg.path(d.toString().strip(), "curve " + colour);
    double radius = size > MANY_POINTS ? 1.5 : 3.5;
    SeriesView.drawable(curve).forEach(i -> point(curve, i, radius, colour));
  }

  private void point(Curve curve, int i, double radius, String colour) {
    double atX = curve.x().get(i);
    double atY = curve.y().get(i);
    String where =
        Numbers.withUnit(atX, xLabel.unit()) + " " + (xLabel.unit().isEmpty() ? xLabel.name() : "");
    String tooltip =
        curve.label() + "\n" + where.strip() + ": " + Numbers.withUnit(atY, yLabel.unit());
    svg.circle(x.at(atX), y.at(atY), radius, "point " + colour, tooltip);
  }

  private void legend() {
    for (int i = 0; i < series.curves().size(); i++) {
      double line = TITLE_LINE + i * LEGEND_LINE + 3;
      String name = series.curves().get(i).label();
      svg.line(1, line, 21, line, "curve " + colours.get(i));
      svg.text(28, line + 4, TextFit.cut(name, format.width() - 28, Svg.TEXT), "t");
    }
  }

  /** Names at the right ends, pushed apart where ends are close. */
  private void names() {
    record Name(String text, String colour, double from, double at) {}
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < series.curves().size(); i++) {
      Curve curve = series.curves().get(i);
      int last = SeriesView.drawable(curve).max().orElse(-1);
      if (last >= 0) {
        double end = x.at(curve.x().get(last));
        names.add(new Name(curve.label(), colours.get(i), end, y.at(curve.y().get(last))));
      }
    }
    names.sort(Comparator.comparingDouble(Name::at));
    double[] at = apart(names.stream().mapToDouble(Name::at).toArray(), y.to() + 4, y.from());
    for (int i = 0; i < names.size(); i++) {
      Name name = names.get(i);
      String shown = TextFit.cut(name.text, WIDEST_NAME, Svg.TEXT);
      svg.group(shown.equals(name.text) ? "" : name.text);
      svg.line(name.from + 5, name.at, x.to() + LEADER, at[i], "leader " + name.colour);
      svg.text(x.to() + LEADER + 4, at[i] + 4, shown, "t");
      svg.endGroup();
    }
  }

  /** Moves sorted positions down, then up, until they keep their distance within the bounds. */
  static double[] apart(double[] sorted, double low, double high) {
    double[] at = sorted.clone();
    for (int i = 0; i < at.length; i++) {
      at[i] = Math.max(at[i], i == 0 ? low : at[i - 1] + LABEL_GAP);
    }
    for (int i = at.length - 1; i >= 0; i--) {
      at[i] = Math.min(at[i], i == at.length - 1 ? high : at[i + 1] - LABEL_GAP);
    }
    return at;
  }
}
