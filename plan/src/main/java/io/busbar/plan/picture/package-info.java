/**
 * Pictures of a plan: each a function from what was evaluated to one report block. They draw what
 * the models say and compute no cost of their own.
 */
@NullMarked
package io.busbar.plan.picture;

import org.jspecify.annotations.NullMarked;
