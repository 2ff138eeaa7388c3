package io.busbar.runtime.aggregate;

import io.busbar.runtime.call.CallWords;
import java.util.Arrays;

/**
 * The ranks behind one connection, and so what goes over it: one rank, or all below an aggregator.
 * Sums of narrow types go up between aggregators as floats, so that they are rounded once.
 */
final class Share {
  private final int[] ranks;
  private final boolean aggregator;

  /**
   * @param ranks in rising order, at least one
   */
  Share(int[] ranks, boolean aggregator) {
    this.ranks = ranks.clone();
    this.aggregator = aggregator;
  }

  int first() {
    return ranks[0];
  }

  int[] ranks() {
    return ranks.clone();
  }

  boolean aggregator() {
    return aggregator;
  }

  /** Whether sums of a narrow type come as floats. */
  boolean widens(CallWords call) {
    return aggregator && call.type().narrow();
  }

  boolean carries(long rank) {
    return Arrays.binarySearch(ranks, (int) rank) >= 0;
  }

  /** Bytes that go up of a chunk. */
  int up(CallWords call, int count) {
    int width = widens(call) ? Float.BYTES : call.type().bytes();
    return switch (call.op()) {
      case ALL_REDUCE, REDUCE -> count * width;
      case BROADCAST -> carries(call.root()) ? count * call.type().bytes() : 0;
      default -> 0;
    };
  }

  /** Bytes that come down of a chunk. */
  int down(CallWords call, int count) {
    boolean wanted =
        switch (call.op()) {
          case ALL_REDUCE -> true;
          case REDUCE -> carries(call.root());
          case BROADCAST -> ranks.length > 1 || !carries(call.root());
          default -> false;
        };
    return wanted ? count * call.type().bytes() : 0;
  }
}
