/**
 * Why a number is what it is. A cost function puts its terms into a {@link
 * io.busbar.base.explain.Ledger}; switched off it costs a call, switched on it leaves a tree of
 * formulas, inputs and sources.
 */
@NullMarked
package io.busbar.base.explain;

import org.jspecify.annotations.NullMarked;
