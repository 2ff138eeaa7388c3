/** A search's range of numbers in parts, and the fronts of the parts. */
@NullMarked
package io.busbar.fleet.search;

import org.jspecify.annotations.NullMarked;
