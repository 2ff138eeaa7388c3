/** Checks of InfiniBand and RoCE ports, their addresses and counters. */
@NullMarked
package io.busbar.diagnose.check.port;

import org.jspecify.annotations.NullMarked;
