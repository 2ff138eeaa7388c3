/**
 * How many switches and cables a fabric has: rules of arithmetic, no table of results. A {@link
 * io.busbar.model.fabric.FabricRequest} becomes a {@link io.busbar.model.fabric.FabricDesign}.
 */
@NullMarked
package io.busbar.model.fabric;

import org.jspecify.annotations.NullMarked;
