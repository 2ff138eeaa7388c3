/**
 * Grids of routers: how a line is joined, what its links carry, and communicators that lie on
 * lines. The one place that knows a grid's links; what is designed, played, executed and computed
 * by formula asks here.
 */
@NullMarked
package io.busbar.base.grid;

import org.jspecify.annotations.NullMarked;
