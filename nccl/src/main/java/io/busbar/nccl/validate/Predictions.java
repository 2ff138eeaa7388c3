package io.busbar.nccl.validate;

import io.busbar.nccl.time.TimeConstants;

/** Models of collective times as predictions for experiments. Stateless. */
public final class Predictions {

  private Predictions() {}

  /** The achieved time on the system that an experiment describes. */
  public static Prediction achieved() {
    return new Systems().predict(TimeConstants.standard());
  }
}
