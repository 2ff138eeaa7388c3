/** {@code serve}: the workbench, which asks the other commands. */
@NullMarked
package io.busbar.app.command.serve;

import org.jspecify.annotations.NullMarked;
