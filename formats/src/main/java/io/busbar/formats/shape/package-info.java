/**
 * The shape of an input file, declared once: keys with type, range, default, example and one line
 * of explanation. From the declaration come the reading with all problems at once, the JSON Schema
 * for editors, and the commented file that {@code busbar init} writes.
 */
@NullMarked
package io.busbar.formats.shape;

import org.jspecify.annotations.NullMarked;
