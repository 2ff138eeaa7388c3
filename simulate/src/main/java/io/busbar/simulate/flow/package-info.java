/**
 * Flow fidelity: messages share links max-min fairly, their rates change when messages begin and
 * end, and queues do not exist.
 */
@NullMarked
package io.busbar.simulate.flow;

import org.jspecify.annotations.NullMarked;
