package io.busbar.plan.space;

import io.busbar.formats.tree.Tree;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.step.StepCost;

/**
 * A set-up of a space with its cost.
 *
 * @param model what is trained
 * @param cluster where
 * @param fabric its fabric as it was asked for; empty for the usual one
 * @param terms what the cluster costs and draws
 * @param goodput share of time in which it trains
 * @param plan the plan file of this set-up alone: a plan of it has the same step time and memory
 * @param training the complete set-up
 * @param cost time of its step
 * @param peakBytes peak memory of its heaviest stage
 * @param point its number and values
 */
public record Candidate(
    ModelSpec model,
    Cluster cluster,
    String fabric,
    ClusterTerms terms,
    double goodput,
    Tree.Mapping plan,
    Training training,
    StepCost cost,
    double peakBytes,
    Front.Point point) {

  static Candidate of(
      Frame frame, Training training, StepCost cost, double peakBytes, Front.Point point) {
    return new Candidate(
        frame.model(),
        frame.cluster(),
        frame.fabric(),
        frame.terms(),
        frame.goodput(),
        Replay.plan(frame.plan(), frame.terms(), training),
        training,
        cost,
        peakBytes,
        point);
  }
}
