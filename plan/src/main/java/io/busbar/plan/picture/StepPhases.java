package io.busbar.plan.picture;

import io.busbar.model.training.Numerics;
import io.busbar.model.training.Overlap;
import io.busbar.model.training.Sharding;
import io.busbar.model.training.Training;
import io.busbar.plan.effect.Situation;
import io.busbar.plan.step.StepCost;

/**
 * The stretches of a step from its start to its end, in seconds; the wait for the slowest rank is
 * spread over all of them. The first four add up to the step.
 *
 * @param gather parameters gathered before the first forward pass, as far as it shows
 * @param pipeline all micro-batches through the pipeline
 * @param reduce gradients reduced after the last backward pass, as far as it shows
 * @param optimizer the update
 * @param forward of a micro-batch on a stage: a third of its time without recomputation
 * @param backward the rest of a micro-batch: two thirds of that, and recomputation
 * @param weight the part of {@code backward} that computes gradients of weights: another third
 * @param hiddenGather parameters gathered behind the first forward passes
 * @param hiddenReduce gradients reduced behind the last backward passes
 * @param hiddenPerPass data-parallel communication hidden behind all passes (sharded parameters)
 */
record StepPhases(
    double gather,
    double pipeline,
    double reduce,
    double optimizer,
    double forward,
    double backward,
    double weight,
    double hiddenGather,
    double hiddenReduce,
    double hiddenPerPass) {

  /**
   * Data-parallel communication once per step is told apart from that of every micro-batch by the
   * step's fixed time, A = bubble + communication + optimizer. Where both gathering and reducing
   * are hidden, or neither is, what shows of them is divided by their bytes on the wire.
   */
  static StepPhases of(Situation situation) {
    StepCost cost = situation.cost();
    Training training = situation.training();
    double waiting = waiting(cost);
    boolean everyPass = training.parallelism().sharding() == Sharding.PARAMETERS;
    double shows =
        everyPass
            ? Math.max(0, cost.fixed() - waiting * (cost.bubble() + cost.optimizer()))
            : waiting * cost.data().exposed();
    double hidden = waiting * (cost.data().total() - cost.data().exposed());
    double gatherShare = gatherShare(training, true);
    double gather = shows * gatherShare;
    double optimizer = waiting * cost.optimizer();
    double recompute = waiting * cost.recompute() / cost.microBatches();
    double third = Math.max(0, cost.perMicroBatch() - recompute) / 3;
    double hiddenGather = everyPass ? 0 : hidden * gatherShare(training, false);
    return new StepPhases(
        gather,
        cost.step() - shows - optimizer,
        shows - gather,
        optimizer,
        third,
        cost.perMicroBatch() - third,
        third,
        hiddenGather,
        everyPass ? 0 : hidden - hiddenGather,
        everyPass ? hidden : 0);
  }

  /** Factor by which the slowest rank stretches the parts of a step. */
  static double waiting(StepCost cost) {
    return cost.step() / (cost.step() - cost.straggler());
  }

  /** Part of the exposed or hidden time of replicated parameters that gathers them. */
  private static double gatherShare(Training training, boolean exposed) {
    Sharding sharding = training.parallelism().sharding();
    if (sharding == Sharding.NONE || sharding == Sharding.PARAMETERS) {
      return 0;
    }
    Overlap overlap = training.overlap();
    if (overlap.gradients() != overlap.parameters()) {
      return overlap.parameters() == exposed ? 0 : 1;
    }
    Numerics numerics = training.numerics();
    double bytes = numerics.parameterGatherBytes() + numerics.gradientReduceBytes();
    return numerics.parameterGatherBytes() / bytes;
  }
}
