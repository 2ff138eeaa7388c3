/**
 * NCCL's own names, as its logs, variables and tuner files spell them. Everybody who speaks of a
 * choice of NCCL uses these.
 */
@NullMarked
package io.busbar.nccl.api;

import org.jspecify.annotations.NullMarked;
