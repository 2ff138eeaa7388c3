package io.busbar.formats.nccllog;

import io.busbar.base.problem.Position;

/**
 * Where a line stood and who wrote it.
 *
 * @param at file and line
 * @param host name of the host up to the first dot; empty when the prefix is missing
 * @param pid process, 0 when unknown
 * @param tid thread, 0 when unknown
 * @param device CUDA device of the process, −1 when unknown
 */
public record Origin(Position at, String host, long pid, long tid, int device) {}
