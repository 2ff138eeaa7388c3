/** Counters of ports, NICs and NVLinks under one name, whichever tool printed them. */
@NullMarked
package io.busbar.formats.counters;

import org.jspecify.annotations.NullMarked;
