/**
 * From the files that somebody has to the cause: readers of {@code formats} find records, facts
 * gather them by subject, checks conclude, and ranking puts causes before their consequences.
 */
@NullMarked
package io.busbar.diagnose;

import org.jspecify.annotations.NullMarked;
