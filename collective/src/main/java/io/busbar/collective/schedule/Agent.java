package io.busbar.collective.schedule;

/**
 * What an agent of a schedule is.
 *
 * @param node index of the node of a rank or NVSwitch; −1 for SHARP
 * @param rail rail of a rank or SHARP tree; −1 for an NVSwitch, which serves all
 * @param level of a SHARP switch: 0 beside the nodes, one more per layer above; otherwise 0
 * @param index rank; or index of a switch among those of its kind, rail and level
 */
public record Agent(Kind kind, int node, int rail, int level, int index) {
  /** Kinds of agents. */
  public enum Kind {
    RANK,
    /** The NVLink switches of one node, which reduce and multicast (NVLS). */
    NVSWITCH,
    /** The same switches where copies are made beside sums. */
    NVSWITCH_COPIES,
    /** An aggregation node in a switch of the network. */
    SHARP
  }

  @Override
  public String toString() {
    return switch (kind) {
      case RANK -> "rank " + index;
      case NVSWITCH -> "NVSwitch of node " + node;
      case NVSWITCH_COPIES -> "NVSwitch of node " + node + ", copies";
      case SHARP -> "SHARP switch " + index + " of rail " + rail + " on level " + level;
    };
  }
}
