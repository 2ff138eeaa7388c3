/**
 * What the textbook says of collectives beside what {@link io.busbar.nccl.time.NcclTime} says. Its
 * values are computed by its formulas from the same inputs; none is stored.
 */
@NullMarked
package io.busbar.nccl.textbook;

import org.jspecify.annotations.NullMarked;
