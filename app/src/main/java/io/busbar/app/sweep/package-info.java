/** The file of a sweep: a call and what varies in it. */
@NullMarked
package io.busbar.app.sweep;

import org.jspecify.annotations.NullMarked;
