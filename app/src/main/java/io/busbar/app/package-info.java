/**
 * The command line: the only room that prints, reads the environment and exits. A command makes a
 * report; renderers that know kinds of blocks, and nothing of commands, show it.
 */
@NullMarked
package io.busbar.app;

import org.jspecify.annotations.NullMarked;
