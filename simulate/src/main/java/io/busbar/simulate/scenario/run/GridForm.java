package io.busbar.simulate.scenario.run;

import io.busbar.base.explain.Ledger;
import io.busbar.base.grid.GridGroup;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GridTime;
import io.busbar.collective.api.GroupShape;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.scenario.setting.Site;
import org.jspecify.annotations.Nullable;

/** Formulas of collectives that all routers of a grid take part in: {@link GridTime}. Stateless. */
public final class GridForm {
  private GridForm() {}

  /** Why an algorithm has no formula on a grid, as a sentence; null when it has one. */
  public static @Nullable String refusal(
      Site site, Algorithm algorithm, CollectiveOp op, int ranks) {
    if (ranks != site.hosts()) {
      return "formulas of a grid are for all of its " + site.hosts() + " routers";
    }
    boolean exchange = op == CollectiveOp.ALL_TO_ALL;
    boolean known =
        exchange
            ? algorithm == Algorithm.DIRECT || algorithm == Algorithm.PAIRWISE
            : algorithm == Algorithm.BY_DIMENSION;
    if (known) {
      return null;
    }
    String instead =
        exchange
            ? "direct has one: --algo direct"
            : Algorithm.BY_DIMENSION.operations().contains(op)
                ? "by-dimension has one: --algo by-dimension"
                : "'busbar collective --fabric' has that of a scatter and an all-gather";
    return algorithm.id() + " has no formula on a grid; " + instead;
  }

  /**
   * @param bytes size as the operation counts it
   */
  static double seconds(Fabric fabric, CollectiveOp op, double bytes) {
    GroupShape all = GroupShape.of(new GridGroup(fabric.gridAxes(), true));
    return GridTime.LINE_RATE.prepare(op, all).seconds(bytes, Ledger.OFF);
  }
}
