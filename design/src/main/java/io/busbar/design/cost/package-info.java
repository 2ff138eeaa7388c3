/** What a design costs, what it delivers for that, and which of two families costs less. */
@NullMarked
package io.busbar.design.cost;

import org.jspecify.annotations.NullMarked;
