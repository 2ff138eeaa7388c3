package io.busbar.design.discover;

/**
 * A port of a host's adapter and the cable at it.
 *
 * @param host index of the host
 * @param device name of the adapter; its number in the host where it has none
 * @param port of the adapter, from 1
 * @param index place among the adapters that hosts have: that of a rail-optimised NIC; −1 for one
 *     that hardly any host has
 * @param leaf index of the switch
 * @param leafPort port of the switch
 * @param cable index of the cable in the dump
 */
record HostPort(int host, String device, int port, int index, int leaf, int leafPort, int cable) {
  static final int ODD = -1;

  HostPort withIndex(int place) {
    return new HostPort(host, device, port, place, leaf, leafPort, cable);
  }
}
