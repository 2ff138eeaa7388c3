package io.busbar.formats.ports;

import io.busbar.formats.artefact.Entry;
import io.busbar.formats.artefact.Place;

/**
 * A line of a GID table.
 *
 * @param device empty when the excerpt does not name it
 * @param index in the table of the port
 * @param gid as printed
 * @param version 1 or 2 of RoCE; 0 when it was not told
 */
public record GidEntry(String device, int port, int index, String gid, int version, Place at)
    implements Entry {

  /** Whether nothing is configured in this place. */
  public boolean empty() {
    return gid.matches("[0:.]+");
  }

  /** Whether it is a link-local address, which no router forwards. */
  public boolean linkLocal() {
    return gid.startsWith("fe80");
  }

  /** Whether it is made of an IPv4 address. */
  public boolean ipv4() {
    return gid.startsWith("::ffff:") || gid.matches("(0{1,4}:){5}ffff:.*");
  }
}
