package io.busbar.simulate.bound;

import io.busbar.collective.api.CollectiveOp;

/**
 * Bytes that must leave and enter a part of the ranks, whatever the algorithm: each element that
 * one side has and the other needs crosses once, sums as one element. Without reduction in the
 * network an endpoint alone must move more (see {@link #rankFactor}).
 */
final class CutBytes {
  private CutBytes() {}

  /**
   * @param n ranks
   * @param k ranks inside the part, 0 &lt; k &lt; n
   * @param root whether the root is inside
   */
  static double out(CollectiveOp op, double bytes, int n, int k, boolean root) {
    double inside = (double) k / n;
    return switch (op) {
      case ALL_REDUCE -> bytes;
      case ALL_GATHER -> bytes * inside;
      case REDUCE_SCATTER -> bytes * (1 - inside);
      case ALL_TO_ALL -> bytes * k * (1 - inside);
      case BROADCAST -> root ? bytes : 0;
      case REDUCE -> root ? 0 : bytes;
      case SCATTER -> root ? bytes * (1 - inside) : 0;
      case GATHER -> root ? 0 : bytes * inside;
      // Each rank sends to the next in a circle, which leaves every part at least once.
      case SEND_RECEIVE -> bytes;
    };
  }

  static double in(CollectiveOp op, double bytes, int n, int k, boolean root) {
    return out(op, bytes, n, n - k, !root);
  }

  /**
   * Bytes that every rank sends, over the size, when ranks do the sums: 2(n−1)/n for an all-reduce
   * (Patarasuk and Yuan, JPDC 2009, theorem 1: the mean over ranks; the slowest has no less).
   */
  static double rankFactor(CollectiveOp op, int n) {
    return op == CollectiveOp.ALL_REDUCE ? 2 * (n - 1.0) / n : 0;
  }
}
