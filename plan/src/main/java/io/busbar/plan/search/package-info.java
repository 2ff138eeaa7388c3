/** The best layouts for a model on a cluster when the user leaves the layout open. */
@NullMarked
package io.busbar.plan.search;

import org.jspecify.annotations.NullMarked;
