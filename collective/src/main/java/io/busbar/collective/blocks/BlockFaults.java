package io.busbar.collective.blocks;

import java.util.List;

/** An algorithm of thread blocks from which no schedule can be made; with all reasons. */
public final class BlockFaults extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final transient List<BlockFault> faults;

  BlockFaults(List<BlockFault> faults) {
    super(faults.getFirst().toString());
    this.faults = List.copyOf(faults);
  }

  /** What is wrong, in the order of the file; at most a hundred. */
  public List<BlockFault> faults() {
    return faults;
  }
}
