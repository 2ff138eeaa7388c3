/** Traces of GPU work: Chrome's format as Kineto writes it, and exports and summaries of nsys. */
@NullMarked
package io.busbar.formats.traces;

import org.jspecify.annotations.NullMarked;
