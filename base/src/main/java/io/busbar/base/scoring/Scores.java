package io.busbar.base.scoring;

import java.util.Arrays;

/** Error measures; all work on copies and leave their arguments alone. */
public final class Scores {
  private Scores() {}

  /** |ln(predicted/measured)|: symmetric in over- and underestimation. */
  public static double absLogError(double predicted, double measured) {
    return Math.abs(Math.log(predicted / measured));
  }

  /**
   * Quantile with linear interpolation between order statistics (Hyndman and Fan, type 7).
   *
   * @param q 0 to 1
   * @return NaN for no values
   */
  public static double quantile(double[] values, double q) {
    if (values.length == 0) {
      return Double.NaN;
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double position = q * (sorted.length - 1);
    int below = (int) Math.floor(position);
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  public static double median(double[] values) {
    return quantile(values, 0.5);
  }

  public static double mean(double[] values) {
    return values.length == 0 ? Double.NaN : Arrays.stream(values).sum() / values.length;
  }

  /**
   * Kendall's tau-b between two rankings: 1 same order, −1 reversed; ties are taken out of the
   * denominator.
   *
   * @return NaN when fewer than two values or one side is all ties
   */
  public static double kendallTau(double[] a, double[] b) {
    long agree = 0;
    long tiesA = 0;
    long tiesB = 0;
    long pairs = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = i + 1; j < a.length; j++) {
        int signA = Double.compare(a[i], a[j]);
        int signB = Double.compare(b[i], b[j]);
        pairs++;
        tiesA += signA == 0 ? 1 : 0;
        tiesB += signB == 0 ? 1 : 0;
        agree += Integer.signum(signA) * Integer.signum(signB);
      }
    }
    double scale = Math.sqrt((double) (pairs - tiesA) * (pairs - tiesB));
    return scale == 0 ? Double.NaN : agree / scale;
  }
}
