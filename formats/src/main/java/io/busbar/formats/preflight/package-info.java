/** The answer of {@code busbar preflight} as JSON. */
@NullMarked
package io.busbar.formats.preflight;

import org.jspecify.annotations.NullMarked;
