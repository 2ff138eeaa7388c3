/**
 * How many switches and cables a fabric has: rules of arithmetic, no table of results. A {@link
 * io.busbar.design.size.FabricRequest} becomes a {@link io.busbar.design.size.FabricDesign}.
 */
@NullMarked
package io.busbar.design.size;

import org.jspecify.annotations.NullMarked;
