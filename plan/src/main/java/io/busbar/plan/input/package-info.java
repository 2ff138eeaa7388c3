/**
 * What a plan is asked about: the plan file, the options that stand above it, and everything that
 * can be wrong with either. Uses nothing else of this room.
 */
@NullMarked
package io.busbar.plan.input;

import org.jspecify.annotations.NullMarked;
