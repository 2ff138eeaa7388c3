/**
 * NCCL's own opinion of how long a collective takes: latency and bandwidth of every function,
 * algorithm and protocol, by the formulas and constants of its release. It is what NCCL chooses by,
 * not a measurement.
 */
@NullMarked
package io.busbar.nccl.cost;

import org.jspecify.annotations.NullMarked;
