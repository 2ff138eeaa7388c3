package io.busbar.nccl.calibrate;

import io.busbar.nccl.validate.Prediction;
import java.util.List;

/** A model of collective times with parameters. Immutable. */
public interface Tunable {
  /** The parameters, the most important first: of two that data cannot tell apart, it is kept. */
  List<Parameter> parameters();

  /**
   * The model with these values.
   *
   * @param values one per parameter, in their order, within their ranges
   */
  Prediction with(double[] values);
}
