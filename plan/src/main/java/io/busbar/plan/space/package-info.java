/**
 * The space of set-ups of many models, clusters and fabrics as a range of numbers, its Pareto front
 * by ranges, and what answers "what do I buy to train this in so many days". A set-up is priced by
 * the same classes as a plan's. Fronts of ranges merge in any order to the same front.
 */
@NullMarked
package io.busbar.plan.space;

import org.jspecify.annotations.NullMarked;
