/** Answers about the topology of a node: records for JSON, blocks for people, a drawing. */
@NullMarked
package io.busbar.nccl.topology.report;

import org.jspecify.annotations.NullMarked;
