package io.busbar.plan.calibrate;

import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.MachineConstant;
import io.busbar.plan.step.StepConstants;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Constants of a machine from a few observations, shrunk to what is usual: the most probable ones
 * where each lies around the usual value as {@link Prior} says and every observation around its
 * prediction. Minimises {@code Σ ρ(ln(predicted/measured)/σ) + Σ (ln(value/usual)/τ)²} with {@code
 * ρ(e) = 2(√(1+e²) − 1)}, which few outliers do not move, by Gauss-Newton on finite differences. A
 * constant whose uncertainty the observations hardly reduce stays as usual, and the others are
 * fitted anew. Immutable.
 *
 * @param values what was determined
 * @param deviations standard deviation of the logarithm of each
 */
record Shrunk(Map<MachineConstant, Double> values, Map<MachineConstant, Double> deviations) {
  private static final int STEPS = 15;
  private static final double DIFFERENCE = 1e-3;
  private static final double SMALL = 1e-5;

  /** Uncertainty afterwards over that before, above which a constant is not determined. */
  private static final double DETERMINED = 0.7;

  /**
   * Something measured.
   *
   * @param error ln(predicted / measured)
   * @param sigma its standard deviation where the constants are right
   */
  record Observation(ToDoubleFunction<StepConstants> error, double sigma) {}

  /** The same, of a constant that nothing measured depends on. */
  private static final double WITHOUT_EFFECT = 0.97;

  /**
   * @param usual what holds without the fit
   * @param candidates what may be determined
   */
  static Shrunk of(
      Cluster cluster,
      StepConstants usual,
      List<Observation> observations,
      Collection<MachineConstant> candidates) {
    List<MachineConstant> free = new ArrayList<>(candidates);
    Attempt attempt = new Attempt(cluster, usual, observations, free);
    while (!free.isEmpty()) {
      attempt = new Attempt(cluster, usual, observations, free);
      attempt.run();
      Attempt tried = attempt;
      if (free.removeIf(c -> tried.uncertain(c) > WITHOUT_EFFECT)) {
        continue;
      }
      MachineConstant worst =
          free.stream().max(Comparator.comparingDouble(attempt::uncertain)).orElseThrow();
      if (attempt.uncertain(worst) <= DETERMINED) {
        break;
      }
      free.remove(worst);
    }
    Map<MachineConstant, Double> values = new EnumMap<>(MachineConstant.class);
    Map<MachineConstant, Double> deviations = new EnumMap<>(MachineConstant.class);
    for (int k = 0; k < free.size(); k++) {
      values.put(free.get(k), attempt.value(k));
      deviations.put(free.get(k), attempt.deviations[k]);
    }
    return new Shrunk(values, deviations);
  }

  /** The usual constants with what was determined in their place. */
  StepConstants in(Cluster cluster, StepConstants usual) {
    StepConstants own = usual;
    for (var entry : values.entrySet()) {
      own = own.with(entry.getKey(), cluster, entry.getValue());
    }
    return own;
  }

  /** A fit of some constants. One use. */
  private static final class Attempt {
    private final Cluster cluster;
    private final StepConstants usual;
    private final List<Observation> observations;
    private final List<MachineConstant> free;
    private final double[] tau;
    private final double[] x;
    private final double[] deviations;

    Attempt(
        Cluster cluster,
        StepConstants usual,
        List<Observation> observations,
        List<MachineConstant> free) {
      this.cluster = cluster;
      this.usual = usual;
      this.observations = observations;
      this.free = List.copyOf(free);
      this.tau = free.stream().mapToDouble(Prior::deviation).toArray();
      this.x = new double[tau.length];
      this.deviations = new double[tau.length];
    }

    void run() {
      double[] r = residuals(x);
      for (int step = 0; step < STEPS; step++) {
        double before = squares(r);
        double[] move = Normal.step(jacobian(r), r, 0);
        double scale = 1;
        double[] next = moved(move, scale);
        double[] nextResiduals = residuals(next);
        while (squares(nextResiduals) > before && scale > SMALL) {
          scale /= 2;
          next = moved(move, scale);
          nextResiduals = residuals(next);
        }
        if (squares(nextResiduals) >= before) {
          break;
        }
        System.arraycopy(next, 0, x, 0, x.length);
        r = nextResiduals;
        if (before - squares(r) < SMALL * before) {
          break;
        }
      }
      double[] variances = Normal.variances(jacobian(r));
      for (int k = 0; k < x.length; k++) {
        deviations[k] = Math.sqrt(variances[k]);
      }
    }

    double uncertain(MachineConstant constant) {
      int k = free.indexOf(constant);
      return deviations[k] / tau[k];
    }

    double value(int k) {
      return value(k, x);
    }

    private double value(int k, double[] at) {
      MachineConstant c = free.get(k);
      return Math.clamp(usual.value(c, cluster) * Math.exp(at[k]), c.low(), c.high());
    }

    private double[] moved(double[] move, double scale) {
      double[] next = x.clone();
      for (int k = 0; k < next.length; k++) {
        next[k] += scale * move[k];
      }
      return next;
    }

    private double[] residuals(double[] at) {
      StepConstants constants = usual;
      for (int k = 0; k < at.length; k++) {
        constants = constants.with(free.get(k), cluster, value(k, at));
      }
      int n = observations.size();
      double[] r = new double[n + at.length];
      for (int i = 0; i < n; i++) {
        Observation o = observations.get(i);
        double e = o.error.applyAsDouble(constants) / o.sigma;
        r[i] = Math.signum(e) * Math.sqrt(2 * (Math.sqrt(1 + e * e) - 1));
      }
      for (int k = 0; k < at.length; k++) {
        r[n + k] = at[k] / tau[k];
      }
      return r;
    }

    private double[][] jacobian(double[] r) {
      double[][] columns = new double[x.length][];
      for (int k = 0; k < x.length; k++) {
        double[] near = x.clone();
        near[k] += DIFFERENCE;
        double[] column = residuals(near);
        for (int i = 0; i < column.length; i++) {
          column[i] = (column[i] - r[i]) / DIFFERENCE;
        }
        columns[k] = column;
      }
      return columns;
    }

    private static double squares(double[] values) {
      double sum = 0;
      for (double value : values) {
        sum += value * value;
      }
      return sum;
    }
  }
}
