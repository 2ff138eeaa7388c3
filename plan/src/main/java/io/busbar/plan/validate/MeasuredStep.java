package io.busbar.plan.validate;

import io.busbar.base.explain.Ledger;
import io.busbar.base.problem.Position;
import io.busbar.collective.api.TimeModel;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.training.Training;
import io.busbar.model.workload.ModelSpec;
import io.busbar.plan.step.StepConstants;
import io.busbar.plan.step.StepModel;
import org.jspecify.annotations.Nullable;

/**
 * A training step that somebody measured, as the models see it. Immutable.
 *
 * @param id what the row calls it
 * @param cluster what it ran on, without constants of its own
 * @param training with what the row leaves open chosen so that it fits
 * @param seconds measured
 * @param predictedBytes peak memory of a GPU
 * @param measuredBytes null when the row has none
 */
public record MeasuredStep(
    String id,
    Position at,
    ModelSpec model,
    Cluster cluster,
    Training training,
    double seconds,
    double predictedBytes,
    @Nullable Double measuredBytes) {

  /** ln(predicted / measured). */
  public double error(StepConstants constants, TimeModel times) {
    double predicted =
        new StepModel(model, cluster, constants, c -> times).evaluate(training, Ledger.OFF).step();
    return Math.log(predicted / seconds);
  }
}
