package io.busbar.plan.calibrate;

/** Damped normal equations of least squares, by Cholesky. Stateless. */
public final class Normal {
  private Normal() {}

  /**
   * The step s that solves {@code (JᵀJ + d·diag(JᵀJ))·s = −Jᵀr}.
   *
   * @param columns of the Jacobian J
   * @param r residuals
   * @param damping d
   */
  public static double[] step(double[][] columns, double[] r, double damping) {
    int n = columns.length;
    double[][] a = new double[n][n];
    double[] b = new double[n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        a[i][j] = dot(columns[i], columns[j]);
      }
      a[i][i] = a[i][i] * (1 + damping) + Double.MIN_NORMAL;
      b[i] = -dot(columns[i], r);
    }
    factor(a);
    return solve(a, b);
  }

  /**
   * The diagonal of {@code (JᵀJ)⁻¹}: variances of what least squares finds.
   *
   * @param columns of the Jacobian J, of full rank
   */
  static double[] variances(double[][] columns) {
    int n = columns.length;
    double[][] a = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        a[i][j] = dot(columns[i], columns[j]);
      }
    }
    factor(a);
    double[] diagonal = new double[n];
    for (int i = 0; i < n; i++) {
      double[] unit = new double[n];
      unit[i] = 1;
      diagonal[i] = solve(a, unit)[i];
    }
    return diagonal;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** Lower triangle L of LLᵀ, in place. */
  private static void factor(double[][] a) {
    for (int j = 0; j < a.length; j++) {
      for (int k = 0; k < j; k++) {
        a[j][j] -= a[j][k] * a[j][k];
      }
      a[j][j] = Math.sqrt(a[j][j]);
      for (int i = j + 1; i < a.length; i++) {
        for (int k = 0; k < j; k++) {
          a[i][j] -= a[i][k] * a[j][k];
        }
        a[i][j] /= a[j][j];
      }
    }
  }

  private static double[] solve(double[][] l, double[] b) {
    int n = b.length;
    double[] x = b.clone();
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < i; k++) {
        x[i] -= l[i][k] * x[k];
      }
      x[i] /= l[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int k = i + 1; k < n; k++) {
        x[i] -= l[k][i] * x[k];
      }
      x[i] /= l[i][i];
    }
    return x;
  }
}
