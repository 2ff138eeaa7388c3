/**
 * What every command stands on: the call, its answer, the exit codes, refusals, and the terminal
 * and the files that it may touch. Nothing here knows a command.
 */
@NullMarked
package io.busbar.app.call;

import org.jspecify.annotations.NullMarked;
