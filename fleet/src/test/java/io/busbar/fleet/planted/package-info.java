/** Fleets with planted faults: their files, and what of the faults is found. */
@NullMarked
package io.busbar.fleet.planted;

import org.jspecify.annotations.NullMarked;
