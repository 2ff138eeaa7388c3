package io.busbar.diagnose;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** {@link Analyses} as blocks. Stateless. */
final class AnalysisBlocks {
  private static final int MAX_BARS = 16;
  private static final int MAX_ROWS = 16;

  private AnalysisBlocks() {}

  static List<Block> of(Analyses analyses) {
    List<Block> blocks = new ArrayList<>();
    if (!analyses.waits().isEmpty()) {
      blocks.add(waits(analyses.waits()));
    }
    if (analyses.scaling() != null) {
      blocks.add(steps(analyses.scaling()));
      if (!analyses.scaling().collectives().isEmpty()) {
        blocks.add(collectives(analyses.scaling()));
      }
    }
    return blocks;
  }

  private static Block waits(List<Analyses.Wait> waits) {
    return new Block.Table(
        "Where ranks wait",
        List.of(
            Column.text("group"),
            Column.number("number"),
            Column.text("operation"),
            Column.text("waiting"),
            Column.text("never came"),
            Column.text("not read")),
        waits.stream()
            .map(w ->
                List.of(
                    w.group(),
                    Long.toString(w.sequence()),
                    w.operation(),
                    w.waitingRanks(),
                    w.behindRanks(),
                    w.unreadRanks()))
            .toList(),
        "Numbers count per group: compare them within one group only.");
  }

  private static Block steps(Scaling scaling) {
    List<Block.Bar> bars = new ArrayList<>();
    if (scaling.tracedRanks() > 1) {
      bars.add(bar(scaling.mean()));
    }
    scaling.ranks().stream().limit(MAX_BARS).forEach(r -> bars.add(bar(r)));
    return new Block.Bars(
        "Time of a step",
        "ms",
        List.of("compute", "exposed communication", "copies", "data loading", "idle"),
        bars,
        Double.NaN,
        "");
  }

  private static Block.Bar bar(Scaling.RankTime r) {
    return new Block.Bar(
        r.rank(),
        Stream.of(
                r.computeUs(),
                r.exposedCommunicationUs(),
                r.copyUs(),
                r.dataLoadingUs(),
                r.idleUs())
            .map(us -> us / 1000)
            .toList());
  }

  private static Block collectives(Scaling scaling) {
    return new Block.Table(
        "Collectives of a step",
        List.of(
            Column.text("operation"),
            Column.text("group"),
            Column.number("calls"),
            Column.number("ms"),
            Column.number("exposed ms"),
            Column.number("share of step"),
            Column.number("alone")),
        scaling.collectives().stream()
            .limit(MAX_ROWS)
            .map(c ->
                List.of(
                    c.operation(),
                    c.group(),
                    String.format(Locale.ROOT, "%.1f", c.callsPerStep()),
                    String.format(Locale.ROOT, "%.2f", c.totalUs() / 1000),
                    String.format(Locale.ROOT, "%.2f", c.exposedUs() / 1000),
                    String.format(
                        Locale.ROOT, "%.1f %%", 100 * c.exposedUs() / scaling.mean().stepUs()),
                    String.format(Locale.ROOT, "%.1f", c.alonePerStep())))
            .toList(),
        "Means over ranks. Share: exposed time of the step. Alone: calls that nothing overlaps.");
  }
}
