/**
 * What other rooms may know about collectives: the operations, where a communicator's ranks are,
 * and the time a collective takes there.
 */
@NullMarked
package io.busbar.collective.api;

import org.jspecify.annotations.NullMarked;
