/**
 * The fabric that engines run on: nodes, ports and links as consecutive ints in primitive arrays,
 * and routes that are computed. Made by {@link io.busbar.simulate.fabric.Fabrics}; immutable.
 */
@NullMarked
package io.busbar.simulate.fabric;

import org.jspecify.annotations.NullMarked;
