/** {@code diagnose}. */
@NullMarked
package io.busbar.app.command.diagnose;

import org.jspecify.annotations.NullMarked;
