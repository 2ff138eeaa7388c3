/** Simulated time: the queue of what happens next, in picoseconds. */
@NullMarked
package io.busbar.simulate.clock;

import org.jspecify.annotations.NullMarked;
