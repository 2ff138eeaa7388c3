/** Versions of the software that logs and tools name. */
@NullMarked
package io.busbar.formats.versions;

import org.jspecify.annotations.NullMarked;
