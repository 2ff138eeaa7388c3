/** Calls over a range: the file of a sweep, and collectives on grids over sizes. */
@NullMarked
package io.busbar.app.sweep;

import org.jspecify.annotations.NullMarked;
