/** Times as logs print them. */
@NullMarked
package io.busbar.formats.times;

import org.jspecify.annotations.NullMarked;
