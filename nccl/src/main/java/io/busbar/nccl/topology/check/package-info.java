/** What is wrong with the topology of a node, as findings; one class for each subject. */
@NullMarked
package io.busbar.nccl.topology.check;

import org.jspecify.annotations.NullMarked;
