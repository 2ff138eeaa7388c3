/**
 * The library's face: a communicator and the ways to get one. Start with {@link
 * io.busbar.runtime.comm.LocalGroup} for threads.
 */
@NullMarked
package io.busbar.runtime.comm;

import org.jspecify.annotations.NullMarked;
