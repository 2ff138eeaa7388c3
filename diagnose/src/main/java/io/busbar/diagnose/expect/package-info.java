/** What hardware should achieve: the time model of collectives, asked for a measured run. */
@NullMarked
package io.busbar.diagnose.expect;

import org.jspecify.annotations.NullMarked;
