package io.busbar.diagnose;

import io.busbar.base.report.Block;
import io.busbar.base.report.Block.Column;
import java.util.ArrayList;
import java.util.List;

/** {@link Analyses} as blocks. Stateless. */
final class AnalysisBlocks {
  private AnalysisBlocks() {}

  static List<Block> of(Analyses analyses) {
    List<Block> blocks = new ArrayList<>();
    if (!analyses.waits().isEmpty()) {
      blocks.add(waits(analyses.waits()));
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
}
