/** Efficiency over the number of nodes, predicted and measured, with the loss attributed. */
@NullMarked
package io.busbar.plan.scaling;

import org.jspecify.annotations.NullMarked;
