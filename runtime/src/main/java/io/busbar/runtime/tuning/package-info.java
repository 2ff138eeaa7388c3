/** Which route {@code auto} takes: start values, and a table that was measured on a machine. */
@NullMarked
package io.busbar.runtime.tuning;

import org.jspecify.annotations.NullMarked;
