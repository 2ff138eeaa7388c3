/** Records as bytes, for other processes and for later runs. */
@NullMarked
package io.busbar.fleet.wire;

import org.jspecify.annotations.NullMarked;
