/**
 * What a node looks like to NCCL: its graph of CPUs, bridges, GPUs, NVSwitches and NICs, the best
 * paths between them, what is wrong with them, and files made of that.
 */
@NullMarked
package io.busbar.nccl.topology;

import org.jspecify.annotations.NullMarked;
