/**
 * Plays the schedules of collectives on any engine: steps become messages, with slots and
 * clear-to-send as NCCL has them.
 */
@NullMarked
package io.busbar.simulate.play;

import org.jspecify.annotations.NullMarked;
