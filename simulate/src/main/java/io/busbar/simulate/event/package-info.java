/**
 * The event queue and the seeded random numbers of the engines. Nothing here allocates in a run.
 */
@NullMarked
package io.busbar.simulate.event;

import org.jspecify.annotations.NullMarked;
