/** Many calls of Busbar's commands, a row of figures for each. */
@NullMarked
package io.busbar.fleet.sweep;

import org.jspecify.annotations.NullMarked;
