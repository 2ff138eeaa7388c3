/**
 * One training step as two streams, computation and communication: buckets of gradients that the
 * backward pass releases, parameters that are gathered ahead of the passes, and what of it shows.
 */
@NullMarked
package io.busbar.simulate.step;

import org.jspecify.annotations.NullMarked;
