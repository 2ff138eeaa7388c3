/**
 * How bytes get from rank to rank: links that never block, and the board that ranks of one host
 * share. A transport knows nothing of collectives.
 */
@NullMarked
package io.busbar.runtime.transport;

import org.jspecify.annotations.NullMarked;
