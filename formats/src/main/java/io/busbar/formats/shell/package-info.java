/**
 * Shell scripts: their words, and what a script would run. {@link io.busbar.formats.shell.ShellRun}
 * follows variables, arrays, conditions, functions and here-documents and gives the commands with
 * every word expanded and the place where it was written. Nothing is executed; what only the
 * machine knows stays unknown and is marked.
 */
@NullMarked
package io.busbar.formats.shell;

import org.jspecify.annotations.NullMarked;
