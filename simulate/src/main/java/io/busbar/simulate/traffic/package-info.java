/** Traffic patterns that are sent at once: permutation, incast, all-to-all, a given matrix. */
@NullMarked
package io.busbar.simulate.traffic;

import org.jspecify.annotations.NullMarked;
