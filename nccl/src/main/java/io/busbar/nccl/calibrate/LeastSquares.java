package io.busbar.nccl.calibrate;

import io.busbar.base.scoring.Scores;
import org.hipparchus.analysis.MultivariateFunction;
import org.hipparchus.exception.MathRuntimeException;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.ArrayRealVector;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.RealVector;
import org.hipparchus.optim.InitialGuess;
import org.hipparchus.optim.MaxEval;
import org.hipparchus.optim.PointValuePair;
import org.hipparchus.optim.SimpleValueChecker;
import org.hipparchus.optim.nonlinear.scalar.GoalType;
import org.hipparchus.optim.nonlinear.scalar.ObjectiveFunction;
import org.hipparchus.optim.nonlinear.scalar.noderiv.NelderMeadSimplex;
import org.hipparchus.optim.nonlinear.scalar.noderiv.SimplexOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresBuilder;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LeastSquaresProblem;
import org.hipparchus.optim.nonlinear.vector.leastsquares.LevenbergMarquardtOptimizer;
import org.hipparchus.optim.nonlinear.vector.leastsquares.MultivariateJacobianFunction;
import org.hipparchus.util.Pair;

/**
 * Minimises Huber's loss of the errors: squares near the middle, absolute values for outliers, of
 * which measured tables have many. Levenberg-Marquardt with the loss as weights, from the start
 * values and once more from what a Nelder-Mead simplex finds, which gets over the flat parts of
 * formulas with a maximum in them. Stateless.
 */
final class LeastSquares {
  /** Huber's constant: 95 % as efficient as squares on normal errors. */
  private static final double HUBER = 1.345;

  private static final double NORMAL_PER_MAD = 1.4826;
  private static final double SMALLEST_SCALE = 0.01;
  private static final int REWEIGHTINGS = 6;
  private static final int MAX_EVALUATIONS = 2000;
  private static final int MAX_ITERATIONS = 200;
  private static final double SIMPLEX_SIDE = Math.log(2);
  private static final double SIMPLEX_TOLERANCE = 1e-9;

  private LeastSquares() {}

  /**
   * Logarithms of the free parameters at the minimum.
   *
   * @param near what {@link #refine} finds from the start values
   */
  static double[] minimise(Residuals residuals, double[] near) {
    if (residuals.dimension() == 0) {
      return near;
    }
    double[] start = residuals.startLogs();
    double[] far = refine(residuals, simplex(residuals, start));
    double scale = scale(residuals.errors(near));
    return loss(residuals, near, scale) <= loss(residuals, far, scale) ? near : far;
  }

  /** Robust standard deviation of the errors; not below what measurements repeat to. */
  static double scale(double[] errors) {
    double[] absolute = new double[errors.length];
    for (int i = 0; i < errors.length; i++) {
      absolute[i] = Math.abs(errors[i]);
    }
    return Math.max(SMALLEST_SCALE, NORMAL_PER_MAD * Scores.median(absolute));
  }

  /** What an error's square counts: 1, less for outliers. */
  static double weight(double error, double scale) {
    double size = Math.abs(error) / (HUBER * scale);
    return size <= 1 ? 1 : 1 / size;
  }

  private static double loss(Residuals residuals, double[] logs, double scale) {
    double[] errors = residuals.errors(logs);
    double sum = 0;
    double knee = HUBER * scale;
    for (int i = 0; i < errors.length; i++) {
      double size = Math.abs(errors[i]);
      sum += residuals.weight(i) * (size <= knee ? size * size / 2 : knee * (size - knee / 2));
    }
    return sum;
  }

  /** The minimum near to {@code from}. */
  static double[] refine(Residuals residuals, double[] from) {
    if (residuals.dimension() == 0) {
      return from;
    }
    double[] at = residuals.clamp(from);
    for (int i = 0; i < REWEIGHTINGS; i++) {
      double[] errors = residuals.errors(at);
      double scale = scale(errors);
      double[] roots = new double[errors.length];
      for (int k = 0; k < roots.length; k++) {
        roots[k] = Math.sqrt(residuals.weight(k) * weight(errors[k], scale));
      }
      double[] next = levenbergMarquardt(residuals, roots, at);
      if (loss(residuals, next, scale) >= loss(residuals, at, scale)) {
        return at;
      }
      at = next;
    }
    return at;
  }

  private static double[] levenbergMarquardt(Residuals residuals, double[] roots, double[] from) {
    MultivariateJacobianFunction function =
        point -> {
          double[] logs = point.toArray();
          return new Pair<RealVector, RealMatrix>(
              vector(residuals.errors(logs), roots), matrix(residuals.jacobian(logs), roots));
        };
    LeastSquaresProblem problem =
        new LeastSquaresBuilder()
            .start(from)
            .model(function)
            .target(new double[residuals.size()])
            .parameterValidator(v -> new ArrayRealVector(residuals.clamp(v.toArray()), false))
            .lazyEvaluation(false)
            .maxEvaluations(MAX_EVALUATIONS)
            .maxIterations(MAX_ITERATIONS)
            .build();
    try {
      return residuals.clamp(
          new LevenbergMarquardtOptimizer().optimize(problem).getPoint().toArray());
    } catch (MathRuntimeException e) {
      return from; // no convergence from here: the caller keeps what it has
    }
  }

  private static RealVector vector(double[] errors, double[] roots) {
    double[] weighted = new double[errors.length];
    for (int i = 0; i < errors.length; i++) {
      weighted[i] = errors[i] * roots[i];
    }
    return new ArrayRealVector(weighted, false);
  }

  private static RealMatrix matrix(double[][] rows, double[] roots) {
    for (int i = 0; i < rows.length; i++) {
      for (int k = 0; k < rows[i].length; k++) {
        rows[i][k] *= roots[i];
      }
    }
    return new Array2DRowRealMatrix(rows, false);
  }

  private static double[] simplex(Residuals residuals, double[] from) {
    double scale = scale(residuals.errors(from));
    MultivariateFunction loss = point -> loss(residuals, point, scale);
    try {
      PointValuePair best =
          new SimplexOptimizer(new SimpleValueChecker(SIMPLEX_TOLERANCE, SIMPLEX_TOLERANCE))
              .optimize(
                  new MaxEval(MAX_EVALUATIONS),
                  new ObjectiveFunction(loss),
                  GoalType.MINIMIZE,
                  new InitialGuess(from),
                  new NelderMeadSimplex(from.length, SIMPLEX_SIDE));
      return residuals.clamp(best.getPoint());
    } catch (MathRuntimeException e) {
      return from; // the other start stands
    }
  }
}
