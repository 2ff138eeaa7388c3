/**
 * Figures of the catalogue with where they come from: a value or a range, its source and its
 * quality.
 */
@NullMarked
package io.busbar.model.fact;

import org.jspecify.annotations.NullMarked;
