/**
 * How right the engines are: a table of scenarios with known answers (closed forms, published
 * figures, other simulators, claims of the textbook), and what plays them.
 */
@NullMarked
package io.busbar.simulate.validate;

import org.jspecify.annotations.NullMarked;
