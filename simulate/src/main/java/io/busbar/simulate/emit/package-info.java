/**
 * What operators would see of a run: the files that their tools print, made of the run's own
 * counters and of what is wrong in it. Formats are those of the tools; names are those of the
 * fabric's nodes.
 */
@NullMarked
package io.busbar.simulate.emit;

import org.jspecify.annotations.NullMarked;
