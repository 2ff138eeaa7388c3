/**
 * What every engine offers and a player of traffic needs: connections, messages, timers, a clock in
 * picoseconds, and how a run ended. Engines are single-threaded; two of them may run side by side.
 */
@NullMarked
package io.busbar.simulate.network;

import org.jspecify.annotations.NullMarked;
