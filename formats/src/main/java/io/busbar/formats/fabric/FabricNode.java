package io.busbar.formats.fabric;

/**
 * A switch, an adapter or a router of a dump.
 *
 * @param kind which of them
 * @param guid its node GUID; of an iblinkinfo adapter that of its first port; 0 when not told
 * @param name its node description: {@code node001 mlx5_0}; empty when not told
 * @param described whether the dump has a record of it, not only its name at others' cables
 * @param line where it stands first, from 1
 */
public record FabricNode(Kind kind, long guid, String name, boolean described, int line) {

  /** What a node is. */
  public enum Kind {
    SWITCH,
    ADAPTER,
    ROUTER
  }

  /** The name, or the GUID where there is none. */
  public String label() {
    return name.isEmpty() ? String.format("0x%016x", guid) : name;
  }
}
