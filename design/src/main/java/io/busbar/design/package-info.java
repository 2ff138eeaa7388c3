/** Which fabric to buy: sizes, what a job gets, cost, and the decision with its assumptions. */
@NullMarked
package io.busbar.design;

import org.jspecify.annotations.NullMarked;
