package io.busbar.simulate.step;

/**
 * What the plan's step model says of the same step, seconds.
 *
 * @param communicationS collectives of replicas by themselves
 * @param exposedS of it that the step waits for
 * @param slowDownS what communication beside it adds to computation
 * @param stragglerS waiting for slow ranks, of the whole step
 * @param hidingShare part of the passes that the step model lets hide communication
 */
public record PlanSide(
    double stepS,
    double communicationS,
    double exposedS,
    double slowDownS,
    double stragglerS,
    double hidingShare) {}
