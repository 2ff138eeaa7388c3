/**
 * How right the step and memory models are, on published runs or the user's own: a table of runs
 * in, errors per source out. Predictions see a row's inputs only, never what it measured.
 */
@NullMarked
package io.busbar.plan.validate;

import org.jspecify.annotations.NullMarked;
