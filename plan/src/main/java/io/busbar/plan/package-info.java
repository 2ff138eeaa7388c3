/**
 * The main job: what one training step costs on a cluster, where the time goes, whether it fits,
 * how it scales, what to change. {@link io.busbar.plan.Planner} answers, {@link
 * io.busbar.plan.PlanReport} says it in blocks.
 */
@NullMarked
package io.busbar.plan;

import org.jspecify.annotations.NullMarked;
