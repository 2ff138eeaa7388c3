package io.busbar.plan.validate;

import io.busbar.base.explain.Quality;
import io.busbar.collective.api.TimeModel;
import io.busbar.formats.constants.Constant;
import io.busbar.model.cluster.Cluster;
import io.busbar.plan.Times;
import io.busbar.plan.calibrate.Normal;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.step.TimeModels;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fits the constants of quality {@code fitted} on runs: robust, every source with the same weight,
 * within the bounds of the resource. Minimises {@code Σ ρ(ln(predicted/measured)/σ)/n + (λ·Δ)²}
 * with {@code ρ(e) = 2(√(1+e²) − 1)} (soft L1), n the rows of the source, Δ the move of a constant
 * over its range: Levenberg-Marquardt on finite differences, clipped to the bounds. Not
 * thread-safe.
 */
final class Fit {
  /** Errors below this count squared, above it linearly. */
  private static final double SCALE = 0.05;

  /**
   * Weight of staying in the middle of the bounds, where the fit starts; it decides only what no
   * run does.
   */
  private static final double PRIOR = 0.1;

  private static final double DIFFERENCE = 2e-3;
  private static final double FIRST_DAMPING = 1e-3;
  private static final double WORST_DAMPING = 1e6;
  private static final double CONVERGED = 1e-4;

  private final Sources sources;
  private final StepConstants start;
  private final List<Constant> free;
  private final double[] origin;
  private final Map<Cluster, TimeModel> times = new IdentityHashMap<>();

  Fit(Sources sources, StepConstants constants) {
    this.sources = sources;
    this.start = constants;
    this.free = free(constants);
    this.origin = new double[free.size()];
    Arrays.fill(origin, 0.5);
  }

  static List<Constant> free(StepConstants constants) {
    return constants.all().stream().filter(c -> c.quality() == Quality.FITTED).toList();
  }

  /** The constants that fit the runs best, from the start and at most so many steps. */
  StepConstants run(List<TrainingRun> runs, int steps) {
    return run(runs, steps, null);
  }

  /**
   * The same from constants near the solution, which takes fewer steps to the same place.
   *
   * @param near null for the middle of the bounds
   */
  StepConstants run(List<TrainingRun> runs, int steps, @Nullable StepConstants near) {
    double[] weights = weights(runs);
    double[] x = near == null ? origin.clone() : places(near);
    double[] r = residuals(x, runs, weights);
    double cost = squares(r);
    double damping = FIRST_DAMPING;
    for (int step = 0; step < steps; step++) {
      double[][] jacobian = jacobian(x, r, runs, weights);
      double before = cost;
      while (damping < WORST_DAMPING) {
        double[] next = clip(x, Normal.step(jacobian, r, damping));
        double[] nextResiduals = residuals(next, runs, weights);
        double nextCost = squares(nextResiduals);
        damping *= nextCost < cost ? 0.3 : 4;
        if (nextCost < cost) {
          x = next;
          r = nextResiduals;
          cost = nextCost;
          break;
        }
      }
      if (before - cost < CONVERGED * before) {
        break;
      }
    }
    return at(x);
  }

  private double[] places(StepConstants constants) {
    double[] x = new double[free.size()];
    for (int k = 0; k < x.length; k++) {
      Constant c = free.get(k);
      x[k] = (constants.value(c.name()) - c.low()) / (c.high() - c.low());
    }
    return x;
  }

  private double[] weights(List<TrainingRun> runs) {
    Map<String, Integer> rows = new HashMap<>();
    runs.forEach(run -> rows.merge(sources.group(run.source()), 1, Integer::sum));
    return runs.stream()
        .mapToDouble(run -> 1 / Math.sqrt(rows.getOrDefault(sources.group(run.source()), 1)))
        .toArray();
  }

  private double[] residuals(double[] x, List<TrainingRun> runs, double[] weights) {
    StepConstants constants = at(x);
    double[] r = new double[runs.size() + x.length];
    for (int i = 0; i < runs.size(); i++) {
      double e = error(runs.get(i), constants, this::time) / SCALE;
      r[i] = weights[i] * Math.signum(e) * Math.sqrt(2 * (Math.sqrt(1 + e * e) - 1));
    }
    for (int k = 0; k < x.length; k++) {
      r[runs.size() + k] = PRIOR * (x[k] - origin[k]);
    }
    return r;
  }

  /** A row has a cluster of its own, which is slow to find by its figures. */
  private TimeModel time(Cluster cluster) {
    return times.computeIfAbsent(cluster, Times.NCCL::of);
  }

  static double error(TrainingRun run, StepConstants constants) {
    return error(run, constants, Times.NCCL);
  }

  private static double error(TrainingRun run, StepConstants constants, TimeModels times) {
    Double measured = run.measuredS();
    if (measured == null) {
      throw new IllegalArgumentException(run.id() + " has no measured time");
    }
    return Math.log(run.seconds(constants, times) / measured);
  }

  private double[][] jacobian(double[] x, double[] r, List<TrainingRun> runs, double[] weights) {
    double[][] columns = new double[x.length][];
    for (int k = 0; k < x.length; k++) {
      double[] moved = x.clone();
      double step = x[k] + DIFFERENCE > 1 ? -DIFFERENCE : DIFFERENCE;
      moved[k] += step;
      double[] column = residuals(moved, runs, weights);
      for (int i = 0; i < column.length; i++) {
        column[i] = (column[i] - r[i]) / step;
      }
      columns[k] = column;
    }
    return columns;
  }

  private static double[] clip(double[] x, double[] step) {
    double[] next = new double[x.length];
    for (int k = 0; k < x.length; k++) {
      next[k] = Math.clamp(x[k] + step[k], 0, 1);
    }
    return next;
  }

  private static double squares(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }

  private StepConstants at(double[] x) {
    StepConstants constants = start;
    for (int k = 0; k < x.length; k++) {
      Constant c = free.get(k);
      constants = constants.with(c.name(), c.low() + x[k] * (c.high() - c.low()));
    }
    return constants;
  }
}
