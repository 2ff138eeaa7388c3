/**
 * What a design assumes: figures with a range, a quality and a source, which a user may replace.
 */
@NullMarked
package io.busbar.design.input;

import org.jspecify.annotations.NullMarked;
