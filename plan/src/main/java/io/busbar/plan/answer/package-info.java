/**
 * What a plan answers, as records: their components are the keys of the JSON, in snake_case with
 * the unit in the name ({@code _s} seconds, {@code _bytes}, {@code _share} 0 to 1).
 */
@NullMarked
package io.busbar.plan.answer;

import org.jspecify.annotations.NullMarked;
