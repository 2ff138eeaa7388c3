/** The shell script that gathers what the diagnosis wants. */
@NullMarked
package io.busbar.diagnose.collect;

import org.jspecify.annotations.NullMarked;
