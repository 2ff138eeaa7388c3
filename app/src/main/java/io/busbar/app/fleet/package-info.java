/**
 * What {@code busbar fleet} asks of an engine that spreads work over machines. The engine is a room
 * of its own, found on the class path at run time: nothing here knows which one it is.
 */
@NullMarked
package io.busbar.app.fleet;

import org.jspecify.annotations.NullMarked;
