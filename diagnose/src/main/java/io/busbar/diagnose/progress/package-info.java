/**
 * How far each rank is in each group: sequence numbers out of flight recorders and NCCL's logs of
 * any number of ranks, kept in little memory per rank and group.
 */
@NullMarked
package io.busbar.diagnose.progress;

import org.jspecify.annotations.NullMarked;
