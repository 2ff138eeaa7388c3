/** What changed since a good run, ranked by what it explains. */
@NullMarked
package io.busbar.diagnose.baseline;

import org.jspecify.annotations.NullMarked;
