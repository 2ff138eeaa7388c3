/** What no algorithm and no congestion control can beat: lower bounds from bytes and cuts. */
@NullMarked
package io.busbar.simulate.bound;

import org.jspecify.annotations.NullMarked;
