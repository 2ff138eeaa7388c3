/**
 * How it is trained: parallelism, batch, precision, recomputation, overlap. Plain records; what is
 * valid is decided where they are bound from a plan file.
 */
@NullMarked
package io.busbar.model.training;

import org.jspecify.annotations.NullMarked;
