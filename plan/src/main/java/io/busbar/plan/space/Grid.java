package io.busbar.plan.space;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The objectives of a front and how fine it tells set-ups apart. Two set-ups in one cell are one
 * point of the front. With resolution r a time, cost or energy has the cell floor(ln x / ln(1+r)),
 * headroom floor(x / r) from above; GPUs are exact. With r = 0 every value is its own cell: the
 * exact front. Cells grow with values, so that of a dominated set-up is never below. Immutable.
 */
public final class Grid {
  /** One percent: what a model can promise at best. */
  public static final double USUAL = 0.01;

  private final Objective[] objectives;
  private final double resolution;
  private final double perLog;

  public Grid(Collection<Objective> objectives, double resolution) {
    if (objectives.isEmpty() || !(resolution >= 0 && resolution < 1)) {
      throw new IllegalArgumentException(objectives + " at " + resolution);
    }
    this.objectives = new TreeSet<>(objectives).toArray(Objective[]::new);
    this.resolution = resolution;
    this.perLog = resolution == 0 ? 0 : 1 / Math.log1p(resolution);
  }

  /** In the order of the enum. */
  public List<Objective> objectives() {
    return List.of(objectives);
  }

  public double resolution() {
    return resolution;
  }

  int size() {
    return objectives.length;
  }

  /** The cell of a set-up, one coordinate per objective. */
  void cell(double[] values, double[] into) {
    for (int i = 0; i < objectives.length; i++) {
      into[i] = coordinate(objectives[i], values[objectives[i].ordinal()]);
    }
  }

  private double coordinate(Objective objective, double value) {
    if (resolution == 0 || objective == Objective.GPUS) {
      return value;
    }
    return objective == Objective.HEADROOM
        ? Math.floor(value / resolution)
        : Math.floor(Math.log(value) * perLog);
  }
}
