/**
 * A collective over sizes as nccl-tests prints it, predicted, with the choice and what limits it.
 */
@NullMarked
package io.busbar.nccl.sweep;

import org.jspecify.annotations.NullMarked;
