/** What a check is, and what it concludes. */
@NullMarked
package io.busbar.diagnose.check;

import org.jspecify.annotations.NullMarked;
