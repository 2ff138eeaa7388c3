/**
 * Executes collectives: schedules as flat programs over links, and the direct route through memory
 * that all ranks see. The one wait loop lives here. Nothing allocates once an operation is
 * prepared.
 */
@NullMarked
package io.busbar.runtime.execute;

import org.jspecify.annotations.NullMarked;
