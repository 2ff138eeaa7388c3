/**
 * Commands about the network that is bought or stands: {@code design}, {@code fabric}, {@code
 * place} and {@code topo}.
 */
@NullMarked
package io.busbar.app.command.fabric;

import org.jspecify.annotations.NullMarked;
