/** Which files of the machine may be opened, where somebody else than its user asks. */
@NullMarked
package io.busbar.formats.access;

import org.jspecify.annotations.NullMarked;
