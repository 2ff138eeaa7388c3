package io.busbar.app.render.html;

import io.busbar.base.report.Block.Column;
import io.busbar.base.report.Block.Lane;
import io.busbar.base.report.Block.Span;
import io.busbar.base.report.Block.Timeline;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What happens when: a legend, the lanes, and folded below them the time of each lane by kind. */
final class TimelineView {
  private TimelineView() {}

  static void write(Page page, Timeline timeline) {
    double end = spans(timeline).mapToDouble(Span::endSeconds).max().orElse(0);
    double start = spans(timeline).mapToDouble(Span::startSeconds).min().orElse(0);
    if (Scale.isFlat(start, end)) {
      page.markup().leaf("p", "Nothing happens on this timeline.", "class", "note");
      return;
    }
    Set<String> kinds = new LinkedHashSet<>();
    spans(timeline).forEach(span -> kinds.add(span.kind()));
    legend(page.markup(), kinds);
    page.inFormats(format -> new TimelineChart(timeline, format, start, end).write(page));
    page.openFold("time by lane and kind");
    totals(page, timeline, List.copyOf(kinds), end - start);
    page.markup().close();
  }

  /** The spans that have a place in time. */
  static Stream<Span> spans(Timeline timeline) {
    return timeline.lanes().stream().flatMap(TimelineView::spans);
  }

  static Stream<Span> spans(Lane lane) {
    return lane.spans().stream()
        .filter(s -> Scale.canShow(s.startSeconds()) && Scale.canShow(s.endSeconds()))
        .filter(s -> s.endSeconds() >= s.startSeconds());
  }

  private static void legend(Markup out, Set<String> kinds) {
    out.open("ul", "class", "legend");
    for (String kind : kinds) {
      out.open("li");
      TableView.swatch(out, Palette.ofKind(kind));
      out.text(kind).close();
    }
    out.close();
  }

  private static void totals(Page page, Timeline timeline, List<String> kinds, double seconds) {
    UnitScale scale = UnitScale.fitting(seconds, "s");
    List<Column> columns = new ArrayList<>(List.of(Column.text("Lane (" + scale.unit() + ")")));
    kinds.forEach(kind -> columns.add(Column.number(kind)));
    List<List<String>> rows = new ArrayList<>();
    for (Lane lane : timeline.lanes()) {
      List<String> row = new ArrayList<>(List.of(lane.label()));
      for (String kind : kinds) {
        row.add(scale.number(secondsOf(lane, kind)));
      }
      rows.add(row);
    }
    TableView.write(page, timeline.title(), columns, rows, List.of());
  }

  private static double secondsOf(Lane lane, String kind) {
    return spans(lane)
        .filter(span -> span.kind().equals(kind))
        .mapToDouble(span -> span.endSeconds() - span.startSeconds())
        .sum();
  }
}
