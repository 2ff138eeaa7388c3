package io.busbar.formats.cabling;

import io.busbar.formats.fabric.FabricNode.Kind;
import org.jspecify.annotations.Nullable;

/**
 * One end of a cable as it is named.
 *
 * @param system host or switch; its chassis id where it tells no name
 * @param kind what its tool says that it is; null when nothing says so
 * @param port interface
 * @param alias another name of the port, such as its description; empty without one
 */
record CableEnd(String system, @Nullable Kind kind, String port, String alias) {
  /** Longer names are cut. */
  static final int MAX_NAME = 128;

  CableEnd {
    system = plain(system);
    port = plain(port);
    alias = plain(alias);
  }

  static String plain(String name) {
    String one = name.strip().replaceAll("\\s+", "_");
    return one.length() > MAX_NAME ? one.substring(0, MAX_NAME) : one;
  }

  /** The port as people name it: its alias where the name is only a hardware address. */
  String portName() {
    return Names.hardwareAddress(port) && !alias.isEmpty() ? alias : port;
  }

  /** Whether a name is one of this port's. */
  boolean named(String name) {
    return !name.isEmpty() && (name.equalsIgnoreCase(port) || name.equalsIgnoreCase(alias));
  }

  /** Whether both have a name in common. */
  boolean samePort(CableEnd other) {
    return named(other.port) || named(other.alias);
  }
}
