/** Traces of GPU work in Chrome's format, as Kineto writes them. */
@NullMarked
package io.busbar.formats.traces;

import org.jspecify.annotations.NullMarked;
