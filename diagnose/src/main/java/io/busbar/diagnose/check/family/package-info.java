/**
 * The lower rungs of the ladder: messages of known families decoded by public tables, and lines
 * that only look like faults.
 */
@NullMarked
package io.busbar.diagnose.check.family;

import org.jspecify.annotations.NullMarked;
