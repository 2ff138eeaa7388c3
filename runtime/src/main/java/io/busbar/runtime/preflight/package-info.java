/**
 * A test of hosts and the network between them before a job starts: agents measure pairs in rounds
 * without conflicts, and what stands out is told by host, interface and pair.
 */
@NullMarked
package io.busbar.runtime.preflight;

import org.jspecify.annotations.NullMarked;
