/**
 * What NCCL's graph search finds on a machine: channels, speeds and path types per pattern. Read
 * from a log, or derived from a node of the catalogue.
 */
@NullMarked
package io.busbar.nccl.graph;

import org.jspecify.annotations.NullMarked;
