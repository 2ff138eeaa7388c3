/** Checks of measured bandwidths and times. */
@NullMarked
package io.busbar.diagnose.check.table;

import org.jspecify.annotations.NullMarked;
