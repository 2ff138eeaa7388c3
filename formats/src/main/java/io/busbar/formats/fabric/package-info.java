/**
 * What tools tell of a discovered InfiniBand fabric (ibnetdiscover, iblinkinfo): nodes and cables,
 * with what is odd about the dump.
 */
@NullMarked
package io.busbar.formats.fabric;

import org.jspecify.annotations.NullMarked;
