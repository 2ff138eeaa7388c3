/** What a plan promises, as far as a diagnosis asks. */
@NullMarked
package io.busbar.diagnose.planned;

import org.jspecify.annotations.NullMarked;
