/** What Ethernet switches print: counters of ports, queues and priority flow control. */
@NullMarked
package io.busbar.formats.switches;

import org.jspecify.annotations.NullMarked;
