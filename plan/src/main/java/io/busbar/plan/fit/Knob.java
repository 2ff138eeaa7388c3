package io.busbar.plan.fit;

import io.busbar.model.training.Training;
import io.busbar.plan.stack.Feature;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One thing that may be changed to fit.
 *
 * @param name of what it changes; a fit changes each once
 * @param words what is done, as an action
 * @param cost rank among equals: what changes only time first, what changes results last
 * @param needs of the training framework; null when all can
 * @param change of the set-up
 */
record Knob(
    String name, String words, int cost, @Nullable Feature needs, UnaryOperator<Training> change) {}
