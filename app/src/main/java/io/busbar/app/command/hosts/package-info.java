/**
 * Commands that move bytes between hosts: {@code perf}, {@code preflight}, {@code agent} and {@code
 * aggregator}.
 */
@NullMarked
package io.busbar.app.command.hosts;

import org.jspecify.annotations.NullMarked;
