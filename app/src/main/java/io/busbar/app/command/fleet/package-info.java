/** {@code fleet} and what it spreads over machines. */
@NullMarked
package io.busbar.app.command.fleet;

import org.jspecify.annotations.NullMarked;
