/** Other tools' text output as lines of bytes: streamed, every line bounded. */
@NullMarked
package io.busbar.formats.lines;

import org.jspecify.annotations.NullMarked;
