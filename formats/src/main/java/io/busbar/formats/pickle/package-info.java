/** Python's pickles as plain values, without running anything that they name. */
@NullMarked
package io.busbar.formats.pickle;

import org.jspecify.annotations.NullMarked;
