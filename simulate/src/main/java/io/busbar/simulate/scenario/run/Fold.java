package io.busbar.simulate.scenario.run;

import io.busbar.simulate.path.FoldedPaths;
import java.util.Locale;

/**
 * Ranks that stand for all.
 *
 * @param period how many: rank i for all ranks i + k · period
 * @param rails of packets: the first rail of each node stands for so many; 1 for none
 * @param ranks all of them
 * @param hops see {@link FoldedPaths}
 * @param alike whether all paths that one stands for are of one length
 * @param sharing what could meet on a link between switches over what it carries: 1 where no link
 *     can hold anybody back
 * @param filled part of the bytes that there would be if all chunks were as long as the first
 */
public record Fold(
    int period, int rails, int ranks, int hops, boolean alike, double sharing, double filled) {
  /** For how many ranks one stands. */
  int copies() {
    return ranks / period * rails;
  }

  /** One sentence for the reader of an answer. */
  String words() {
    if (rails > 1) {
      return String.format(
          Locale.ROOT,
          "folded: of the %d rails, which share no link for data outside nodes, one is played"
              + " (--exact plays every rank)",
          rails);
    }
    String head =
        period == 1
            ? String.format(Locale.ROOT, "folded: rank 0 stands for all %,d", ranks)
            : String.format(
                Locale.ROOT, "folded: ranks 0 to %,d stand for all %,d", period - 1, ranks);
    String paths =
        alike
            ? ""
            : hops != FoldedPaths.LONGEST
                ? "; where they differ, paths count with their mean latency, which is what a message"
                    + " round the ring sees"
                : "; where they differ, paths count with their longest latency";
    String hashes =
        sharing <= 1
            ? ""
            : "; hashes put several connections on one link, which costs less than 1 %";
    return head + paths + hashes + " (--exact plays every rank)";
  }
}
