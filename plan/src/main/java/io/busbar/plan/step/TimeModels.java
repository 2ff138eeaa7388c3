package io.busbar.plan.step;

import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;

/** How long collectives take on any cluster that a question leads to. */
@FunctionalInterface
public interface TimeModels {
  /** The model of a cluster; the same cluster may be asked for many times. */
  TimeModel of(Cluster cluster);

  /** The alpha-beta form with the rates that collectives of training achieve. */
  static TimeModels alphaBeta(StepConstants constants) {
    TimeModel model = StepModel.alphaBeta(constants);
    return cluster -> model;
  }
}
