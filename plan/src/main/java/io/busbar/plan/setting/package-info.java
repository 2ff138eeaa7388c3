/**
 * The settings of training frameworks, one table for both directions: what writes a plan in a
 * framework's words and what reads a framework's file as a plan. Uses nothing else of this room.
 */
@NullMarked
package io.busbar.plan.setting;

import org.jspecify.annotations.NullMarked;
