/** State of a job as NCCL's RAS subsystem tells it in JSON. */
@NullMarked
package io.busbar.formats.ras;

import org.jspecify.annotations.NullMarked;
