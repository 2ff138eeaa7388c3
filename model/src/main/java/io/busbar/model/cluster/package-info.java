/**
 * Where it is trained: nodes on a fabric, the levels a communicator can cross, routes, and the
 * placement of ranks.
 */
@NullMarked
package io.busbar.model.cluster;

import org.jspecify.annotations.NullMarked;
