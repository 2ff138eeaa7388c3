/** Commands about the program itself: {@code doctor} and {@code version}. */
@NullMarked
package io.busbar.app.command.program;

import org.jspecify.annotations.NullMarked;
