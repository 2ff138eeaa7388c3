/** Error measures for predictions against measurements: quantiles and rank correlation. */
@NullMarked
package io.busbar.base.scoring;

import org.jspecify.annotations.NullMarked;
