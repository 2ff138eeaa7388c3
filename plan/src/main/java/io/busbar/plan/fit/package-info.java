/**
 * Does it fit, and what is the smallest change that does: single and paired changes of a set-up
 * that does not fit in memory, each evaluated for memory and time.
 */
@NullMarked
package io.busbar.plan.fit;

import org.jspecify.annotations.NullMarked;
