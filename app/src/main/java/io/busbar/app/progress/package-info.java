/** One line of progress on the terminal while a command works, by what it counts. */
@NullMarked
package io.busbar.app.progress;

import org.jspecify.annotations.NullMarked;
