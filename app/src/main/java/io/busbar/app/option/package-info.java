/**
 * Options that several commands share, and what their values name. Nothing here knows a command.
 */
@NullMarked
package io.busbar.app.option;

import org.jspecify.annotations.NullMarked;
