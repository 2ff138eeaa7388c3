/** Averages gradients of data-parallel ranks while the rest of them is still being computed. */
@NullMarked
package io.busbar.runtime.gradient;

import org.jspecify.annotations.NullMarked;
