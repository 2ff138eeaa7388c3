package io.busbar.simulate.scenario.run;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;

/** What is played when nobody names an algorithm. Stateless. */
public final class UsualAlgorithm {
  private UsualAlgorithm() {}

  /**
   * The algorithm of an operation.
   *
   * @param wholeGrid whether all routers of a grid take part
   */
  public static Algorithm of(CollectiveOp op, boolean wholeGrid) {
    if (wholeGrid && Algorithm.BY_DIMENSION.operations().contains(op)) {
      return Algorithm.BY_DIMENSION;
    }
    return Algorithm.RING.operations().contains(op) ? Algorithm.RING : Algorithm.DIRECT;
  }
}
