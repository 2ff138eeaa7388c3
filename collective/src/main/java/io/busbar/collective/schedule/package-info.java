/**
 * The language of collective algorithms: schedule, program, step. It knows ranks, channels and
 * chunks, but neither bytes nor time; {@link io.busbar.collective.schedule.Chunking} adds bytes.
 * The verifier, the simulator and the runtime read the same schedules.
 */
@NullMarked
package io.busbar.collective.schedule;

import org.jspecify.annotations.NullMarked;
