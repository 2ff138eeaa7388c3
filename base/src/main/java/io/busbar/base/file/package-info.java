/**
 * How files that a user names are opened: within a limit of bytes, never a device without end, and
 * pipes with a limit to how long nothing comes. Every room opens them here.
 */
@NullMarked
package io.busbar.base.file;

import org.jspecify.annotations.NullMarked;
