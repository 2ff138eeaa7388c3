package io.busbar.plan.picture;

import io.busbar.base.report.Block.Span;
import java.util.ArrayList;
import java.util.List;

/** Spans of a lane from passes: cut where there are too many, idle time filled in. Stateless. */
final class LaneSpans {
  /** Idle time of a lane shorter than this share of the step is not drawn. */
  private static final double SMALLEST_IDLE_SHARE = 1e-4;

  /** Kind of a span that stands for passes which are not drawn. */
  static final String LEFT_OUT = "muted";

  private LaneSpans() {}

  /**
   * The spans; of more than {@code most} only the first and last ones, and one for each run between
   * them. A run ends where the lane is idle for longer than the shortest of its spans.
   */
  static List<Span> cut(List<Span> spans, int most) {
    if (spans.size() <= most) {
      return spans;
    }
    int head = most / 2;
    int tail = spans.size() - (most - head);
    List<Span> kept = new ArrayList<>(spans.subList(0, head));
    int first = head;
    double shortest = seconds(spans.get(head));
    for (int i = head + 1; i <= tail; i++) {
      Span previous = spans.get(i - 1);
      shortest = Math.min(shortest, seconds(previous));
      if (i == tail || spans.get(i).startSeconds() - previous.endSeconds() > shortest / 2) {
        double start = spans.get(first).startSeconds();
        String label = "… " + (i - first) + " more passes …";
        kept.add(new Span(start, previous.endSeconds(), label, LEFT_OUT));
        first = i;
      }
    }
    kept.addAll(spans.subList(tail, spans.size()));
    return kept;
  }

  /** The spans of a lane with what lies between them until {@code end} as bubbles. */
  static List<Span> withBubbles(List<Span> spans, double end) {
    List<Span> all = new ArrayList<>();
    double at = 0;
    for (Span span : spans) {
      if (span.startSeconds() - at > SMALLEST_IDLE_SHARE * end) {
        all.add(new Span(at, span.startSeconds(), "bubble", "bubble"));
      }
      all.add(span);
      at = span.endSeconds();
    }
    return all;
  }

  static double seconds(Span span) {
    return span.endSeconds() - span.startSeconds();
  }
}
