/**
 * What the hardware achieves for the algorithm and protocol that NCCL chooses. Constants with their
 * sources are in {@code nccl/time/constants.yaml}; equations in docs/collective-time.md.
 */
@NullMarked
package io.busbar.nccl.time;

import org.jspecify.annotations.NullMarked;
