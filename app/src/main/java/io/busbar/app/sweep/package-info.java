/** Calls over a range: the file of a sweep, and collectives over sizes. */
@NullMarked
package io.busbar.app.sweep;

import org.jspecify.annotations.NullMarked;
