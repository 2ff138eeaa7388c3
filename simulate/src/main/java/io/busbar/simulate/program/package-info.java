/**
 * Programs of ranks: messages, receives and computations that wait for each other, as traces and
 * the traffic of other simulators have them, and their player.
 */
@NullMarked
package io.busbar.simulate.program;

import org.jspecify.annotations.NullMarked;
