/**
 * State of InfiniBand and RoCE ports, as ibstat, ibstatus, ibv_devinfo, rdma and others print it.
 */
@NullMarked
package io.busbar.formats.ports;

import org.jspecify.annotations.NullMarked;
