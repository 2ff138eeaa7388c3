/** Constants of a model as a resource: value, unit, meaning, bounds, quality and source of each. */
@NullMarked
package io.busbar.formats.constants;

import org.jspecify.annotations.NullMarked;
