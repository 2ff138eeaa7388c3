package io.busbar.nccl.calibrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hipparchus.linear.Array2DRowRealMatrix;
import org.hipparchus.linear.RealMatrix;
import org.hipparchus.linear.SingularValueDecomposition;

/**
 * Which parameters the data determine. The covariance of the logarithms is that of Gauss-Newton,
 * {@code s²·(JᵀWJ)⁻¹}, by singular values of J, so that directions without information come out
 * wide instead of failing. Points of one table are not independent: the intervals are the narrow
 * end of the truth. Stateless.
 */
final class Identifiability {
  /** Standard deviations of a 95 % interval. */
  static final double WITHIN_95 = 1.96;

  /** A parameter whose 95 % interval spans more than a factor of 2 each way is refused. */
  private static final double WIDEST = Math.log(2) / WITHIN_95;

  /** Below it, in ln time per ln parameter, no point depends on the parameter. */
  private static final double NO_EFFECT = 1e-3;

  private static final double SMALLEST_SINGULAR = 1e-7;
  private static final double TOGETHER = 0.95;

  private Identifiability() {}

  /**
   * Of one free parameter.
   *
   * @param index among the free ones
   * @param deviation standard deviation of its logarithm
   * @param together free ones that the data cannot tell it from
   * @param reason why it is not determined, or what else is to be known; empty for nothing
   */
  record Verdict(
      int index, double deviation, boolean determined, List<Integer> together, String reason) {}

  static List<Verdict> of(Residuals residuals, double[] at) {
    int n = residuals.dimension();
    if (n == 0) {
      return List.of();
    }
    double[] errors = residuals.errors(at);
    double scale = LeastSquares.scale(errors);
    double[][] jacobian = residuals.jacobian(at);
    double[] effect = effect(jacobian, n);
    for (int i = 0; i < jacobian.length; i++) {
      double root = Math.sqrt(residuals.weight(i) * LeastSquares.weight(errors[i], scale));
      for (int k = 0; k < n; k++) {
        jacobian[i][k] *= root;
      }
    }
    RealMatrix covariance = covariance(jacobian, n, scale);
    List<Verdict> verdicts = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      verdicts.add(verdict(residuals, at, k, effect[k], covariance));
    }
    return verdicts;
  }

  private static double[] effect(double[][] jacobian, int n) {
    double[] effect = new double[n];
    for (double[] row : jacobian) {
      for (int k = 0; k < n; k++) {
        effect[k] = Math.max(effect[k], Math.abs(row[k]));
      }
    }
    return effect;
  }

  /** {@code V·Σ⁻²·Vᵀ·s²}; a singular value that is as good as zero counts as very small. */
  private static RealMatrix covariance(double[][] jacobian, int n, double scale) {
    SingularValueDecomposition svd = new SingularValueDecomposition(padded(jacobian, n));
    double[] singular = svd.getSingularValues();
    RealMatrix v = svd.getV();
    double least = Math.max(singular[0], 1) * SMALLEST_SINGULAR;
    RealMatrix covariance = new Array2DRowRealMatrix(n, n);
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        double sum = 0;
        for (int j = 0; j < singular.length; j++) {
          double s = Math.max(singular[j], least);
          sum += v.getEntry(a, j) * v.getEntry(b, j) / (s * s);
        }
        covariance.setEntry(a, b, sum * scale * scale);
      }
    }
    return covariance;
  }

  /** With rows of zeros when there are fewer points than parameters. */
  private static RealMatrix padded(double[][] jacobian, int n) {
    double[][] rows = new double[Math.max(n, jacobian.length)][n];
    for (int i = 0; i < jacobian.length; i++) {
      rows[i] = jacobian[i].clone();
    }
    return new Array2DRowRealMatrix(rows, false);
  }

  private static Verdict verdict(
      Residuals residuals, double[] at, int k, double effect, RealMatrix covariance) {
    double deviation = Math.sqrt(covariance.getEntry(k, k));
    Parameter p = residuals.at(k);
    if (effect < NO_EFFECT) {
      return new Verdict(
          k, Double.POSITIVE_INFINITY, false, List.of(), "no measured time depends on it");
    }
    if (deviation > WIDEST) {
      List<Integer> others = inseparable(residuals, k, covariance);
      List<String> names = others.stream().map(j -> residuals.at(j).name()).toList();
      String reason =
          names.isEmpty()
              ? String.format(
                  Locale.ROOT, "uncertain by a factor of %.3g", Math.exp(WITHIN_95 * deviation))
              : "the data cannot tell it from " + String.join(", ", names);
      return new Verdict(k, deviation, false, others, reason);
    }
    double value = Math.exp(at[k]);
    boolean atEnd = value <= p.low() * (1 + 1e-6) || value >= p.high() * (1 - 1e-6);
    return new Verdict(k, deviation, true, List.of(), atEnd ? "at the end of its range" : "");
  }

  private static List<Integer> inseparable(Residuals residuals, int k, RealMatrix covariance) {
    List<Integer> others = new ArrayList<>();
    for (int j = 0; j < residuals.dimension(); j++) {
      double product = covariance.getEntry(k, k) * covariance.getEntry(j, j);
      boolean together =
          j != k && Math.abs(covariance.getEntry(k, j)) > TOGETHER * Math.sqrt(product);
      if (together) {
        others.add(j);
      }
    }
    return others;
  }
}
