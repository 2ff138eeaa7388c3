package io.busbar.simulate.step;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Lane;
import io.busbar.base.report.Block.Span;
import io.busbar.simulate.step.Streams.Ran;
import java.util.ArrayList;
import java.util.List;

/** The streams of a step as timelines. Stateless. */
final class StepLanes {
  /** More spans are joined by micro-batch. */
  private static final int MOST_SPANS = 3_000;

  /** Gaps of a smaller part of the step, about a cell of a text, are not drawn. */
  private static final double SMALL_GAP = 0.015;

  private StepLanes() {}

  /** The whole step; passes of a micro-batch are one span each where there are several. */
  static Block.Timeline whole(Streams streams, boolean everything) {
    List<Ran> computed = streams.computed();
    List<Ran> exchanged = streams.exchanged();
    boolean several = computed.stream().anyMatch(ran -> ran.microBatch() > 1);
    boolean many = computed.size() + exchanged.size() > MOST_SPANS;
    boolean joined = !everything && (several || many);
    double gap = streams.endSeconds() * SMALL_GAP;
    List<Lane> lanes = new ArrayList<>();
    lanes.add(new Lane("computation", joined ? joined(computed, gap) : spans(computed)));
    if (!exchanged.isEmpty()) {
      lanes.add(new Lane("communication", joined ? joined(exchanged, gap) : spans(exchanged)));
    }
    return new Block.Timeline(joined ? "One step, by micro-batch" : "One step", lanes);
  }

  /** The last micro-batch by itself. */
  static Block.Timeline last(Streams streams, int microBatch) {
    List<Lane> lanes = new ArrayList<>();
    lanes.add(new Lane("computation", spans(of(streams.computed(), microBatch))));
    List<Ran> exchanged = of(streams.exchanged(), microBatch);
    if (!exchanged.isEmpty()) {
      lanes.add(new Lane("communication", spans(exchanged)));
    }
    return new Block.Timeline("Last micro-batch", lanes);
  }

  private static List<Ran> of(List<Ran> all, int microBatch) {
    return all.stream().filter(ran -> ran.microBatch() == microBatch).toList();
  }

  private static List<Span> spans(List<Ran> all) {
    return all.stream()
        .filter(ran -> ran.to() > ran.from())
        .map(ran -> new Span(ran.from(), ran.to(), ran.name(), ran.kind()))
        .toList();
  }

  /** Neighbours of one kind and micro-batch become one, unless there is a gap between them. */
  private static List<Span> joined(List<Ran> all, double gap) {
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < all.size(); ) {
      Ran first = all.get(i);
      double end = first.to();
      int next = i + 1;
      while (next < all.size()
          && all.get(next).kind().equals(first.kind())
          && all.get(next).microBatch() == first.microBatch()
          && all.get(next).from() - end <= gap) {
        end = all.get(next++).to();
      }
      String name = next == i + 1 ? first.name() : "micro-batch " + first.microBatch();
      spans.add(new Span(first.from(), end, name, first.kind()));
      i = next;
    }
    return spans;
  }
}
