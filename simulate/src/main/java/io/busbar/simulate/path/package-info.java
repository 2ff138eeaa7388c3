/** The links that a connection takes through a fabric, for engines that do not look at packets. */
@NullMarked
package io.busbar.simulate.path;

import org.jspecify.annotations.NullMarked;
