package io.busbar.nccl.validate;

import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.time.TimeConstants;

/** Models of collective times as predictions for experiments. Stateless. */
public final class Predictions {

  private Predictions() {}

  /** The achieved time on the system that an experiment describes. */
  public static Prediction achieved() {
    return new Systems(null).predict(TimeConstants.standard());
  }

  /** The achieved time on a cluster that the user names, for tables that were measured there. */
  public static Prediction achieved(Cluster cluster) {
    return new Systems(cluster).predict(TimeConstants.standard());
  }
}
