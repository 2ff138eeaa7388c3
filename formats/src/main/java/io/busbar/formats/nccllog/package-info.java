/**
 * Logs that NCCL writes with {@code NCCL_DEBUG}, as records with the place of each line. A log is
 * streamed line by line as bytes; a line is looked at closely only after its keyword was found.
 * What a line means is left to others.
 */
@NullMarked
package io.busbar.formats.nccllog;

import org.jspecify.annotations.NullMarked;
