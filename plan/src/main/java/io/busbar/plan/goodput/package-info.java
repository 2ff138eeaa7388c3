/**
 * What failures make of a training time: closed forms of checkpoints, detection, restarts, spares
 * and stragglers, a seeded simulation of the same process, and what a change of each is worth.
 */
@NullMarked
package io.busbar.plan.goodput;

import org.jspecify.annotations.NullMarked;
