/**
 * What a collective puts on each link of a fabric, without playing it: the connections of its
 * schedule, their bytes in closed form, and the paths that routing gives them. The same paths as
 * those of the flow engine.
 */
@NullMarked
package io.busbar.simulate.load;

import org.jspecify.annotations.NullMarked;
