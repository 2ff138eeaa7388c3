/**
 * The catalogue: one resource file per thing, every figure with its source and quality. Opening one
 * name opens one file.
 */
@NullMarked
package io.busbar.model.catalog;

import org.jspecify.annotations.NullMarked;
