package io.busbar.runtime.preflight;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * An interface of a host, and where its agent listens on it.
 *
 * @param speedMbitPerS what the driver says; 0 when it says nothing
 */
record Port(String name, InetAddress address, int tcp, int udp, int mtuBytes, long speedMbitPerS) {

  InetSocketAddress stream() {
    return new InetSocketAddress(address, tcp);
  }

  InetSocketAddress datagrams() {
    return new InetSocketAddress(address, udp);
  }

  String encoded() {
    return String.join(
        " ",
        name,
        address.getHostAddress(),
        Integer.toString(tcp),
        Integer.toString(udp),
        Integer.toString(mtuBytes),
        Long.toString(speedMbitPerS));
  }

  static Port decoded(String text) {
    String[] parts = text.split(" ", -1);
    try {
      return new Port(
          parts[0],
          InetAddress.getByName(parts[1]),
          Integer.parseInt(parts[2]),
          Integer.parseInt(parts[3]),
          Integer.parseInt(parts[4]),
          Long.parseLong(parts[5]));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("'" + parts[1] + "' is no address", e);
    }
  }

  /** The same under another address, by which others reach it. */
  Port at(InetAddress other) {
    return new Port(name, other, tcp, udp, mtuBytes, speedMbitPerS);
  }
}
