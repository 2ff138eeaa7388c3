/** A fabric in a hall: racks, lengths of cables, optics, power, and what a broken part costs. */
@NullMarked
package io.busbar.design.site;

import org.jspecify.annotations.NullMarked;
