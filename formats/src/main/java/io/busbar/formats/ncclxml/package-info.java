/**
 * NCCL's topology files (NCCL_TOPO_FILE, NCCL_TOPO_DUMP_FILE) and graph files (NCCL_GRAPH_FILE,
 * NCCL_GRAPH_DUMP_FILE): a reader that keeps everything that is written, typed records of what NCCL
 * knows, and a writer. The files are read as data: no document type, no entity, no other file.
 */
@NullMarked
package io.busbar.formats.ncclxml;

import org.jspecify.annotations.NullMarked;
