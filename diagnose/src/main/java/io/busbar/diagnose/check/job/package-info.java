/** Checks of the ranks of a job: watchdog, flight recorder, traces, scheduler. */
@NullMarked
package io.busbar.diagnose.check.job;

import org.jspecify.annotations.NullMarked;
