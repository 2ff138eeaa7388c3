package io.busbar.nccl.calibrate;

import java.util.List;

/**
 * What a fit found. Immutable.
 *
 * @param estimates one per parameter of the model, in its order
 * @param residuals one per point that the model covers
 * @param nNotCovered points that it does not
 * @param medianErrorBefore median of |ln(predicted/measured)| with the start values
 * @param medianErrorAfter the same with the estimates
 */
public record Fit(
    List<Estimate> estimates,
    List<Residual> residuals,
    int nNotCovered,
    double medianErrorBefore,
    double medianErrorAfter) {
  public Fit {
    estimates = List.copyOf(estimates);
    residuals = List.copyOf(residuals);
  }

  /**
   * A parameter.
   *
   * @param value fitted, or the start value when it was refused
   * @param low lower end of the 95 % interval; the start's range when it was refused
   * @param high upper end
   * @param determined whether the data determine it; otherwise it was held at its start value
   * @param reason why it was refused, or what else is to be known; empty for nothing
   */
  public record Estimate(
      Parameter parameter,
      double value,
      double low,
      double high,
      boolean determined,
      String reason) {}

  /**
   * A point.
   *
   * @param logError ln(predicted/measured)
   */
  public record Residual(
      String experiment, long sizeBytes, double measuredS, double predictedS, double logError) {}

  /** The values for {@link Tunable#with}. */
  public double[] values() {
    return estimates.stream().mapToDouble(Estimate::value).toArray();
  }
}
