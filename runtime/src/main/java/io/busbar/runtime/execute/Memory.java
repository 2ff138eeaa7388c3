package io.busbar.runtime.execute;

import java.lang.foreign.MemorySegment;

/** How two segments lie to each other. */
final class Memory {
  /** They share nothing. */
  static final long APART = Long.MIN_VALUE;

  private Memory() {}

  /** Where the second starts, counted from the start of the first; {@link #APART} if elsewhere. */
  static long distance(MemorySegment first, MemorySegment second) {
    if (first.asOverlappingSlice(second).isEmpty()) {
      return APART;
    }
    return second.address() - first.address();
  }
}
