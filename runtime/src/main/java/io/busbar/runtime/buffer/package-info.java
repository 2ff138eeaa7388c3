/** What a collective reads and writes: typed views of arrays, buffers and memory segments. */
@NullMarked
package io.busbar.runtime.buffer;

import org.jspecify.annotations.NullMarked;
