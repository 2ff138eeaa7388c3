package io.busbar.app.render.html;

import io.busbar.base.report.Block.Bar;
import io.busbar.base.report.Block.Bars;
import java.util.List;

/**
 * Horizontal stacked bars on one scale, with the limit as a line across them. Wide: label left of
 * its bar, total right of it. Narrow: both above the bar, where the limit line leaves them alone.
 * One use.
 */
final class BarsChart {
  private static final double BAR = 24;
  private static final double GAP = 8;
  private static final double LABEL_LINE = 17;
  private static final double LIMIT_LINE = 20;
  private static final double AXIS = 24;
  private static final double WIDEST_LABEL = 250;
  private static final double WIDE_TICK = 90;
  private static final double NARROW_TICK = 62;

  private final Bars bars;
  private final List<String> colours;
  private final UnitScale unit;
  private final Format format;
  private final Svg svg = new Svg();
  private final double top;
  private final double rowHeight;
  private final Scale scale;

  BarsChart(Bars bars, List<String> colours, UnitScale unit, Format format) {
    this.bars = bars;
    this.colours = colours;
    this.unit = unit;
    this.format = format;
    top = hasLimit() ? LIMIT_LINE : 4;
    rowHeight = BAR + GAP + (format.isNarrow() ? LABEL_LINE : 0);
    double left = format.isNarrow() ? 1 : widestLabel() + 10;
    double right = format.width() - (format.isNarrow() ? 1 : widestTotal() + 10);
    scale = Scale.linear(0, BarsView.largest(bars) * 1.01, left, right);
  }

  void write(Page page) {
    axis();
    for (int i = 0; i < bars.bars().size(); i++) {
      parts(bars.bars().get(i), barTop(i));
    }
    if (hasLimit()) {
      limit();
    }
    for (int i = 0; i < bars.bars().size(); i++) {
      texts(bars.bars().get(i), barTop(i));
    }
    Page.Caption caption = new Page.Caption(bars.title(), BarsView.describe(bars, unit));
    double height = bottom() + AXIS;
    page.drawing(svg, format.width(), height, Page.Widths.of(format, format.width()), caption);
  }

  private boolean hasLimit() {
    return Double.isFinite(bars.limit()) && bars.limit() > 0;
  }

  private double bottom() {
    return top + bars.bars().size() * rowHeight;
  }

  private double widestLabel() {
    double widest =
        bars.bars().stream().mapToDouble(b -> TextFit.width(b.label(), Svg.TEXT)).max().orElse(0);
    return Math.min(widest, WIDEST_LABEL);
  }

  private double widestTotal() {
    return bars.bars().stream().mapToDouble(b -> boldWidth(totalOf(b))).max().orElse(0);
  }

  private String totalOf(Bar bar) {
    return unit.join(number(BarsView.total(bar)));
  }

  private void axis() {
    double tickWidth = format.isNarrow() ? NARROW_TICK : WIDE_TICK;
    int most = (int) ((scale.to() - scale.from()) / tickWidth);
    double shownMax = scale.max() / unit.factor();
    double step = Ticks.step(shownMax, most);
    int decimals = Ticks.decimals(step);
    for (double tick : Ticks.linear(0, shownMax, step)) {
      double x = scale.at(tick * unit.factor());
      svg.line(x, top - 2, x, bottom(), "grid");
      String label = tick == 0 ? "0" : unit.join(Numbers.fixed(tick, decimals));
      svg.textWithin(format.width(), x, bottom() + 14, label, "quiet");
    }
  }

  private double barTop(int index) {
    return top + index * rowHeight + (format.isNarrow() ? LABEL_LINE : 0);
  }

  /** Calls back for each part that can be seen, with where it lies. */
  private void eachPart(Bar bar, PartConsumer consumer) {
    double sum = 0;
    for (int part = 0; part < bars.parts().size(); part++) {
      double value = BarsView.drawn(BarsView.value(bar, part));
      if (value > 0) {
        double x = scale.at(sum);
        sum += value;
        consumer.accept(part, value, x, scale.at(sum) - x);
      }
    }
  }

  private interface PartConsumer {
    void accept(int part, double value, double x, double width);
  }

  private void parts(Bar bar, double y) {
    double total = BarsView.total(bar);
    eachPart(
        bar,
        (part, value, x, width) -> {
          String share = " (" + Numbers.share(value, total) + ")";
          String tooltip = bars.parts().get(part) + ": " + unit.join(number(value)) + share;
          svg.rect(x, y, width, BAR, "part " + colours.get(part), tooltip);
        });
  }

  /** Label, total and the values that fit, beside the limit line where it would cross them. */
  private void texts(Bar bar, double y) {
    double middle = y + BAR / 2 + 4;
    eachPart(bar, (part, value, x, width) -> partText(part, value, besideLimit(x, width), middle));
    String total = totalOf(bar);
    double free = format.width() - boldWidth(total) - 8;
    String label = TextFit.cut(bar.label(), format.isNarrow() ? free : widestLabel(), Svg.TEXT);
    svg.group(label.equals(bar.label()) ? "" : bar.label());
    if (format.isNarrow()) {
      svg.text(0, y - 5, label, "t");
      svg.text(format.width(), y - 5, total, "t e strong");
    } else {
      svg.text(scale.from() - 10, middle, label, "t e");
      double x = scale.at(BarsView.total(bar)) + 6;
      boolean crossed = hasLimit() && isBetween(limitX(), x - 6, x + boldWidth(total));
      svg.text(crossed ? limitX() + 6 : x, middle, total, "t strong");
    }
    svg.endGroup();
  }

  private void partText(int part, double value, Stretch free, double y) {
    String number = number(value);
    String named = bars.parts().get(part) + " " + number;
    boolean withName = bars.bars().size() == 1 && fits(named, free.width);
    if (withName || fits(number, free.width)) {
      String css = "ts m on " + colours.get(part);
      svg.text(free.x + free.width / 2, y, withName ? named : number, css);
    }
  }

  private record Stretch(double x, double width) {}

  /** Of a stretch that the limit line crosses, the longer side. */
  private Stretch besideLimit(double x, double width) {
    if (!hasLimit() || !isBetween(limitX(), x, x + width)) {
      return new Stretch(x, width);
    }
    double left = limitX() - x;
    return left > width / 2 ? new Stretch(x, left) : new Stretch(limitX(), width - left);
  }

  private static boolean isBetween(double value, double low, double high) {
    return low < value && value < high;
  }

  private double limitX() {
    return scale.at(bars.limit());
  }

  private String number(double value) {
    return Numbers.digits(value / unit.factor());
  }

  private static double boldWidth(String text) {
    return TextFit.width(text, Svg.TEXT) * TextFit.BOLD;
  }

  private static boolean fits(String text, double width) {
    return TextFit.width(text, Svg.SMALL) + 6 <= width;
  }

  private void limit() {
    double x = limitX();
    if (format.isNarrow()) {
      for (int i = 0; i < bars.bars().size(); i++) {
        svg.line(x, barTop(i) - 3, x, barTop(i) + BAR + 3, "limit");
      }
    } else {
      svg.line(x, LIMIT_LINE - 5, x, bottom(), "limit");
    }
    String value = unit.join(number(bars.limit()));
    String label = bars.limitLabel().isBlank() ? value : bars.limitLabel() + " " + value;
    String fitting = TextFit.cut(label, format.width() * 0.8, Svg.SMALL);
    svg.textWithin(format.width(), x, 11, fitting, "limit-label");
  }
}
