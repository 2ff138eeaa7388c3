package io.busbar.plan.effect;

import io.busbar.base.explain.Ledger;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.memory.HostRoom;
import io.busbar.plan.memory.MemoryModel;
import io.busbar.plan.memory.Verdict;
import io.busbar.plan.step.StepCost;
import io.busbar.plan.step.StepModel;
import io.busbar.plan.step.TimeModels;

/**
 * A set-up on a cluster with its cost. Immutable.
 *
 * @param model what is trained
 * @param cluster where
 * @param training how
 * @param times how long collectives take
 * @param cost time of its step
 * @param peakBytes peak memory of its heaviest stage
 * @param verdict whether that fits, and what is offloaded into host memory
 */
public record Situation(
    ModelSpec model,
    Cluster cluster,
    Training training,
    TimeModels times,
    StepCost cost,
    double peakBytes,
    Verdict verdict) {

  /** Evaluates a set-up. */
  public static Situation of(
      ModelSpec model, Cluster cluster, Training training, TimeModels times) {
    StepCost cost = new StepModel(model, cluster, times).evaluate(training, Ledger.OFF);
    MemoryModel memory = new MemoryModel(model, cluster.node().gpu());
    return new Situation(
        model,
        cluster,
        training,
        times,
        cost,
        memory.peakBytes(training),
        HostRoom.verdict(memory.verdict(training), memory.hostBytes(training), cluster.node()));
  }

  /** The same with another set-up. */
  public Situation with(Training other) {
    return of(model, cluster, other, times);
  }

  /** The same on another cluster. */
  public Situation on(Cluster other) {
    return of(model, other, training, times);
  }

  /** Tokens per second of the whole cluster. */
  public double tokensPerSecond() {
    return training.tokens() / cost.step();
  }
}
