package io.busbar.simulate.step;

import org.jspecify.annotations.Nullable;

/**
 * One step to be played.
 *
 * @param plan what is trained, where and how, in words
 * @param times where the times of collectives are from, in a word
 * @param tokens of the step, over all replicas
 * @param beside what the plan says of it; null when it is another step than the plan's
 */
public record StepVariant(
    String plan,
    String times,
    StepWork work,
    Overlapping how,
    ExchangeSeconds seconds,
    double tokens,
    @Nullable PlanSide beside) {}
