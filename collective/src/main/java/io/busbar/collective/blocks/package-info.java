/**
 * Algorithms written as thread blocks of GPUs, as MSCCL and its kin have them: each block runs its
 * steps in order, blocks of a GPU share its buffers and wait for each other where they say so. They
 * become schedules here, and schedules become thread blocks. No files and no bytes.
 */
@NullMarked
package io.busbar.collective.blocks;

import org.jspecify.annotations.NullMarked;
