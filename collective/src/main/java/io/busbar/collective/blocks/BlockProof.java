package io.busbar.collective.blocks;

import io.busbar.collective.verify.Fault;
import io.busbar.collective.verify.Hold;
import io.busbar.collective.verify.Verification;
import io.busbar.collective.verify.Verifier;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of an algorithm of thread blocks: that every rank ends with exactly the wanted
 * data, that nobody waits for ever, and that the result does not depend on which block is faster.
 *
 * @param faults what is wrong, the first wrong chunk first; none when it is proved
 * @param slots messages that a connection of one channel must hold so that nobody waits for ever; 0
 *     when none up to 32 are known to be enough
 * @param rounds messages on the longest chain of messages that wait for each other
 * @param racesLookedFor false where the algorithm is too large for that
 * @param verification of the schedule
 */
public record BlockProof(
    List<BlockFault> faults,
    int slots,
    int rounds,
    boolean racesLookedFor,
    Verification verification) {
  public BlockProof {
    faults = List.copyOf(faults);
  }

  /** Whether the algorithm is right. */
  public boolean proved() {
    return faults.isEmpty();
  }

  static BlockProof of(BlockSchedule schedule, Operations all, Order order, Positions positions) {
    Verification verification = Verifier.verify(schedule, order.slots(), Hold.HAND);
    List<BlockFault> faults = new ArrayList<>();
    Fault fault = verification.fault();
    if (fault != null) {
      faults.add(fault(schedule, all, fault));
    }
    faults.addAll(positions.faults());
    boolean small = !Races.tooLarge(all);
    if (small) {
      faults.addAll(Races.of(all, order.sorted()));
    }
    int slots = Order.slotsByChannel(all);
    return new BlockProof(faults, slots, verification.rounds(), small, verification);
  }

  private static BlockFault fault(BlockSchedule schedule, Operations all, Fault fault) {
    int op = fault.step() < 0 ? -1 : schedule.operation(fault.agent(), fault.step());
    String where = op < 0 ? "GPU " + fault.agent() : all.where(op);
    int line = op < 0 ? 0 : all.step(op).line();
    String chunk =
        fault.position() < 0 ? "" : schedule.place(fault.agent(), fault.position()) + ": ";
    String text = fault.text();
    int colon = text.indexOf(": ", Math.max(0, text.indexOf(')')));
    return new BlockFault(line, where, chunk + text.substring(colon + 2));
  }
}
