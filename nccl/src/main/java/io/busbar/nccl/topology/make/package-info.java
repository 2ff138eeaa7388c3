/**
 * Files made of a topology, or that make one: a cluster file, a topology file for a virtual
 * machine.
 */
@NullMarked
package io.busbar.nccl.topology.make;

import org.jspecify.annotations.NullMarked;
