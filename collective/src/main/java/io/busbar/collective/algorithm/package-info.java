/**
 * Collective algorithms as schedules, one class each, for any number of ranks. {@link
 * io.busbar.collective.algorithm.Schedules} makes them and says which algorithm does what.
 */
@NullMarked
package io.busbar.collective.algorithm;

import org.jspecify.annotations.NullMarked;
