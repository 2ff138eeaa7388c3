/**
 * Borders of the fabric that carry less than the NICs behind them: what crosses them, and how long
 * that takes. The one place that knows it; placements, formulas and plans ask here.
 */
@NullMarked
package io.busbar.base.border;

import org.jspecify.annotations.NullMarked;
