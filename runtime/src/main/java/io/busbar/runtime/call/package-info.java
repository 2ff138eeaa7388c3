/** What is asked of a group: a collective with its buffers, and how it is to be done. */
@NullMarked
package io.busbar.runtime.call;

import org.jspecify.annotations.NullMarked;
