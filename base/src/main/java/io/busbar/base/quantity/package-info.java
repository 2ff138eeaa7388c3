/**
 * Quantities at the edges of the product: values that parse and print with their unit and refuse a
 * number whose unit would be a guess. Hot loops use primitives with the unit in the name instead.
 */
@NullMarked
package io.busbar.base.quantity;

import org.jspecify.annotations.NullMarked;
