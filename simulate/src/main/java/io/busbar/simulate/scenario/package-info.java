/**
 * A question about a fabric and its answer: an operation or pattern of traffic, played by one of
 * the engines, with its lower bound, the load of links, and what queues did.
 */
@NullMarked
package io.busbar.simulate.scenario;

import org.jspecify.annotations.NullMarked;
