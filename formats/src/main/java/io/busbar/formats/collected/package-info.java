/** Headers that the collecting script writes over each tool's output. */
@NullMarked
package io.busbar.formats.collected;

import org.jspecify.annotations.NullMarked;
