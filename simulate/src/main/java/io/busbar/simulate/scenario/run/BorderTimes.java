package io.busbar.simulate.scenario.run;

import io.busbar.base.border.Border;
import io.busbar.base.border.BorderBytes;
import io.busbar.collective.algorithm.TreeCrossing;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.Exchanges;
import java.util.List;
import java.util.function.Function;

/**
 * Seconds that the borders of the fabric need for what an algorithm sends over them, the longest of
 * all; 0 without borders.
 *
 * @param rankBytesPerSecond of a rank's NICs
 * @param ranks of the communicator, in the order of their blocks: n
 * @param together ranks of a scale-up domain: g
 * @param rails leaves of a leaf group: R
 * @param inLeaf ranks of a leaf group: k
 */
record BorderTimes(
    List<Border> borders,
    double rankBytesPerSecond,
    int ranks,
    int together,
    int rails,
    int inLeaf) {

  /** All of the bytes go once from a block to the next, as in rings and to a root. */
  double once(double bytes) {
    return most(border -> BorderBytes.toOne(bytes));
  }

  /** Double trees over domains, all-reduce: up and down. */
  double tree(double bytes) {
    int domains = Math.ceilDiv(ranks, together);
    return most(
        border -> TreeCrossing.bytes(domains, Math.max(1, border.ranks() / together)).times(bytes));
  }

  /** An operation of messages from each rank to each other, or from and to a root. */
  double exchange(CollectiveOp op, double bytes) {
    return most(border -> Exchanges.crossing(op, border, ranks).times(bytes));
  }

  /** Each rank of a block sends so many bytes to the one so far away, a power of two. */
  double exchange(int distance, double bytes) {
    return most(border ->
        distance < border.ranks() ? BorderBytes.NONE : BorderBytes.toOne(border.ranks() * bytes));
  }

  /**
   * The bytes from a root to as many other blocks as a binomial tree has steps between blocks; to
   * each once.
   */
  double root(double bytes) {
    return most(border -> {
      int blocks = Math.ceilDiv(ranks, border.ranks());
      int steps = Integer.SIZE - Integer.numberOfLeadingZeros(blocks - 1);
      return new BorderBytes(steps * bytes, Math.min(steps, 1) * bytes);
    });
  }

  /**
   * Each rank sends a part to each other. Messages to another rail leave the leaf, as well to a
   * node of the same leaf group: of its k ranks in domains of g, on R rails, a rank reaches (k/g −
   * 1) g/R below its own leaf.
   */
  double direct(double bytes) {
    return most(border -> {
      BorderBytes between = Exchanges.crossing(CollectiveOp.ALL_TO_ALL, border, ranks);
      double beside = border.ranks() > inLeaf ? 0 : inLeaf - together;
      double all = between.all() + beside * (1 - 1.0 / rails) * inLeaf / ranks;
      return new BorderBytes(all, between.toOneBlock()).times(bytes);
    });
  }

  /**
   * The same one distance after the other: over a distance of q blocks of k ranks and r more, k − r
   * ranks send to the block q farther and r to the next.
   */
  double pairwise(double bytes) {
    double steps =
        most(border -> {
          double most = 0;
          for (int distance = 1; distance < ranks; distance++) {
            int further = distance % border.ranks();
            int same = distance < border.ranks() ? 0 : border.ranks() - further;
            most += Math.max(same, further);
          }
          return BorderBytes.toOne(most * bytes / ranks);
        });
    return Math.max(direct(bytes), steps);
  }

  private double most(Function<Border, BorderBytes> crossing) {
    double most = 0;
    for (Border border : borders) {
      most = Math.max(most, border.seconds(crossing.apply(border), rankBytesPerSecond));
    }
    return most;
  }
}
