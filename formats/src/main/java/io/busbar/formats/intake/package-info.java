/**
 * Files, directories and archives as the user names them, opened without trust in what they hold.
 */
@NullMarked
package io.busbar.formats.intake;

import org.jspecify.annotations.NullMarked;
