/** Drawings of designs. */
@NullMarked
package io.busbar.design.picture;

import org.jspecify.annotations.NullMarked;
