package io.busbar.nccl.validate;

import io.busbar.formats.measurements.Experiment;

/**
 * A model under test. It may look at everything that describes an experiment, never at its points.
 */
@FunctionalInterface
public interface Prediction {
  /**
   * Predicted time of one operation.
   *
   * @param sizeBytes size as nccl-tests counts it
   * @return seconds; NaN when the model does not cover the experiment
   */
  double seconds(Experiment experiment, long sizeBytes);
}
