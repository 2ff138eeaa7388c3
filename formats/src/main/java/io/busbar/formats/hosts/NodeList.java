package io.busbar.formats.hosts;

import java.util.List;

/**
 * Hosts in the order of a file.
 *
 * @param source the file as the user named it
 * @param hosts each once per line that names it
 */
public record NodeList(String source, List<Host> hosts) {
  public NodeList {
    hosts = List.copyOf(hosts);
  }

  /**
   * A host.
   *
   * @param slots ranks that it takes; 0 when not told
   * @param line from 1
   */
  public record Host(String name, int slots, int line) {}
}
