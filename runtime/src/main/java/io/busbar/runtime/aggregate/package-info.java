/**
 * Reduction in the middle, as a SHARP switch does it: a process that adds up what ranks send, and
 * sends the sum back. Start with {@link io.busbar.runtime.aggregate.Aggregators} for ranks and
 * {@link io.busbar.runtime.aggregate.AggregatorServer} for the process.
 */
@NullMarked
package io.busbar.runtime.aggregate;

import org.jspecify.annotations.NullMarked;
