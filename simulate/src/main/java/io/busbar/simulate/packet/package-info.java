/**
 * The packet engine: store-and-forward switches with shared buffers, pause frames or credits, marks
 * and rate control, queue pairs with retransmission, faults. {@link
 * io.busbar.simulate.packet.PacketNetwork} is the entrance. The others are one mechanism each, over
 * shared primitive arrays.
 */
@NullMarked
package io.busbar.simulate.packet;

import org.jspecify.annotations.NullMarked;
