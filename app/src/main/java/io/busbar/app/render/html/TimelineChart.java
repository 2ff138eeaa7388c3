package io.busbar.app.render.html;

import io.busbar.base.report.Block.Lane;
import io.busbar.base.report.Block.Span;
import io.busbar.base.report.Block.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Lanes of spans over time. Spans of a lane that overlap take rows of their own; spans too short to
 * see are drawn together. Wide: names left of the lanes. Narrow: names above them, and a width at
 * which most labels can be read. One use.
 */
final class TimelineChart {
  private static final double ROW = 22;
  private static final double ROW_GAP = 2;
  private static final double LANE_GAP = 8;
  private static final double NAME_LINE = 16;
  private static final double AXIS = 22;
  private static final double WIDEST_NAME = 170;
  private static final double WIDEST_NARROW = 840;
  private static final double PIXELS_PER_TICK = 90;
  private static final double INVISIBLE = 0.8;
  private static final double WORTH_CUTTING = 44;

  private final Timeline timeline;
  private final Format format;
  private final List<List<List<Span>>> rowsOfLanes;
  private final double width;
  private final Scale scale;
  private final Svg svg = new Svg();

  TimelineChart(Timeline timeline, Format format, double start, double end) {
    this.timeline = timeline;
    this.format = format;
    rowsOfLanes = timeline.lanes().stream().map(TimelineChart::rows).toList();
    width = format.isNarrow() ? readableWidth(end - start) : format.width();
    double left = format.isNarrow() ? 1 : widestName() + 10;
    double from = start > 0 && start < 0.5 * end ? 0 : start;
    scale = Scale.linear(from, end, left, width - 1);
  }

  void write(Page page) {
    double height = height();
    axis(height);
    double top = AXIS;
    for (int i = 0; i < rowsOfLanes.size(); i++) {
      top = lane(timeline.lanes().get(i).label(), rowsOfLanes.get(i), top);
    }
    Page.Widths widths =
        format.isNarrow() ? new Page.Widths(width, width * 1.35) : Page.Widths.of(format, width);
    page.drawing(svg, width, height, widths, new Page.Caption(timeline.title(), description()));
  }

  private String description() {
    List<String> names = timeline.lanes().stream().map(Lane::label).toList();
    return "Timeline of "
        + Numbers.withUnit(scale.max() - scale.min(), "s")
        + " with the lanes "
        + String.join(", ", names)
        + ". The table below has the time of each lane by kind.";
  }

  /** Spans in rows such that no two of a row overlap, earliest first. */
  private static List<List<Span>> rows(Lane lane) {
    List<List<Span>> rows = new ArrayList<>();
    TimelineView.spans(lane)
        .sorted(Comparator.comparingDouble(Span::startSeconds))
        .forEach(span -> rowFor(span, rows).add(span));
    if (rows.isEmpty()) {
      rows.add(List.of());
    }
    return rows;
  }

  private static List<Span> rowFor(Span span, List<List<Span>> rows) {
    double slack = 1e-6 * (span.endSeconds() - span.startSeconds());
    for (List<Span> row : rows) {
      if (row.getLast().endSeconds() <= span.startSeconds() + slack) {
        return row;
      }
    }
    List<Span> row = new ArrayList<>();
    rows.add(row);
    return row;
  }

  /** Wide enough for three quarters of the labels, within what is still pleasant to scroll. */
  private double readableWidth(double seconds) {
    double[] needed =
        TimelineView.spans(timeline)
            .filter(span -> !span.label().isBlank() && span.endSeconds() > span.startSeconds())
            .mapToDouble(span ->
                (TextFit.width(span.label(), Svg.SMALL) + 4)
                    * seconds
                    / (span.endSeconds() - span.startSeconds()))
            .sorted()
            .toArray();
    double wanted = needed.length == 0 ? 0 : needed[(needed.length - 1) * 3 / 4];
    return Math.clamp(wanted, format.width(), WIDEST_NARROW);
  }

  private double widestName() {
    double widest =
        timeline.lanes().stream()
            .mapToDouble(l -> TextFit.width(l.label(), Svg.TEXT))
            .max()
            .orElse(0);
    return Math.min(widest, WIDEST_NAME);
  }

  private double nameLine() {
    return format.isNarrow() ? NAME_LINE : 0;
  }

  private double height() {
    return AXIS
        + rowsOfLanes.stream()
            .mapToDouble(rows -> nameLine() + rows.size() * (ROW + ROW_GAP) + LANE_GAP)
            .sum();
  }

  private void axis(double bottom) {
    UnitScale unit = UnitScale.fitting(scale.max(), "s");
    double low = scale.min() / unit.factor();
    double high = scale.max() / unit.factor();
    double step = Ticks.step(high - low, (int) Math.max(2, width / PIXELS_PER_TICK));
    for (double tick : Ticks.linear(low, high, step)) {
      double x = scale.at(tick * unit.factor());
      svg.line(x, AXIS - 6, x, bottom, "grid");
      String label = tick == 0 ? "0" : unit.join(Numbers.fixed(tick, Ticks.decimals(step)));
      svg.textWithin(width, x, AXIS - 10, label, "quiet");
    }
  }

  /** Draws a lane; returns where the next one starts. */
  private double lane(String name, List<List<Span>> rows, double top) {
    name(name, top);
    double y = top + nameLine();
    double height = rows.size() * (ROW + ROW_GAP) - ROW_GAP;
    svg.rect(scale.from(), y, scale.to() - scale.from(), height, "lane", "");
    for (List<Span> row : rows) {
      row(row, y);
      y += ROW + ROW_GAP;
    }
    return y + LANE_GAP;
  }

  /** The name, again after each screen's width where the lane is wider than a screen. */
  private void name(String name, double top) {
    if (!format.isNarrow()) {
      String shown = TextFit.cut(name, WIDEST_NAME, Svg.TEXT);
      svg.group(shown.equals(name) ? "" : name);
      svg.text(scale.from() - 10, top + ROW / 2 + 4, shown, "t e");
      svg.endGroup();
      return;
    }
    double screen = format.width();
    for (double x = 1; x + screen / 2 < width + 1; x += screen) {
      svg.text(x, top + 11, TextFit.cut(name, screen - 20, Svg.TEXT), "t halo");
    }
  }

  private void row(List<Span> row, double y) {
    int first = 0;
    while (first < row.size()) {
      int next = first + 1;
      while (next < row.size()
          && belongTogether(row.get(first), row.get(next - 1), row.get(next))) {
        next++;
      }
      span(row.subList(first, next), y);
      first = next;
    }
  }

  /** Whether neighbours are too short and too close to be told apart on the screen. */
  private boolean belongTogether(Span first, Span previous, Span next) {
    return first.kind().equals(next.kind())
        && pixels(previous) < INVISIBLE
        && pixels(next) < INVISIBLE
        && scale.at(next.startSeconds()) - scale.at(previous.endSeconds()) < INVISIBLE;
  }

  private double pixels(Span span) {
    return scale.at(span.endSeconds()) - scale.at(span.startSeconds());
  }

  private void span(List<Span> spans, double y) {
    Span first = spans.getFirst();
    double end = spans.getLast().endSeconds();
    double x = scale.at(first.startSeconds());
    double room = scale.at(end) - x;
    double gap = room > 3 ? 0.5 : 0;
    String colour = Palette.ofKind(first.kind());
    String label = first.label();
    String tooltip = tooltip(spans.size() > 1 ? spans.size() + " spans" : label, first, end);
    svg.rect(x, y, Math.max(room - gap, 0.5), ROW, "part " + colour, tooltip);
    boolean fits = TextFit.width(label, Svg.SMALL) + 2 <= room;
    if (spans.size() == 1 && (fits || room >= WORTH_CUTTING)) {
      String shown = TextFit.cut(label, room - 2, Svg.SMALL);
      svg.text(x + room / 2, y + ROW / 2 + 4, shown, "ts m on " + colour);
    }
  }

  private static String tooltip(String label, Span first, double end) {
    String name =
        label.isBlank() || label.equals(first.kind()) ? first.kind() : label + " · " + first.kind();
    return name
        + "\n"
        + Numbers.withUnit(end - first.startSeconds(), "s")
        + ", from "
        + Numbers.withUnit(first.startSeconds(), "s")
        + " to "
        + Numbers.withUnit(end, "s");
  }
}
