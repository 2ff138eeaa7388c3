package io.busbar.plan.calibrate;

import io.busbar.base.problem.Position;
import io.busbar.plan.step.Operator;

/**
 * A kernel that somebody measured.
 *
 * @param kind as the table calls it
 * @param seconds of one call
 */
public record MeasuredOperator(Position at, String kind, Operator operator, double seconds) {}
