package io.busbar.collective.onesided;

import io.busbar.collective.blocks.BlockFault;
import java.util.List;

/**
 * What is known of a plan of one-sided operations: that every rank ends with exactly the wanted
 * data, that nobody waits for ever, that every signal is taken, and that no chunk is touched by two
 * thread blocks without an order between them.
 *
 * <p>The plan is played once with names of contributions in place of data. The order of every two
 * operations is known from signals, semaphores and barriers by vector clocks, and word by word from
 * packets, so what is found holds for every timing: without a race all orders end alike. Not looked
 * at: that a source is not overwritten before a queued write has left, and more than one pass of a
 * loop.
 *
 * @param faults what is wrong, the first wrong chunk first; none when it is proved
 * @param moves operations that move data, each of its ranges counted once
 * @param remoteParts parts of chunks that are written to or read from other ranks
 * @param signals between ranks
 * @param racesLookedFor false where the plan is too large for that
 */
public record OneSidedProof(
    List<BlockFault> faults, long moves, long remoteParts, long signals, boolean racesLookedFor) {
  public OneSidedProof {
    faults = List.copyOf(faults);
  }

  /** Proves a plan, or finds what is wrong. Memory and time are bounded by its own size. */
  public static OneSidedProof of(OneSidedPlan plan) {
    return new OneSidedRun(plan).proof();
  }

  /** Whether the plan is right. */
  public boolean proved() {
    return faults.isEmpty();
  }
}
