/** Only what happened after a time. */
@NullMarked
package io.busbar.diagnose.since;

import org.jspecify.annotations.NullMarked;
