package io.busbar.app.algo;

import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlockFault;
import io.busbar.collective.blocks.BlockProof;
import io.busbar.collective.blocks.BlockSchedule;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.verify.Fault;
import io.busbar.collective.verify.Verification;
import io.busbar.collective.verify.Verifier;
import io.busbar.formats.msccl.MscclFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An algorithm that a question is about.
 *
 * @param name for people
 * @param schedule what is proved, played and executed
 * @param blocks its thread blocks; null where it has none
 * @param file that it was read from; null for one of ours
 * @param notes what was assumed or passed over
 */
public record Algo(
    String name,
    Schedule schedule,
    @Nullable BlockAlgorithm blocks,
    @Nullable MscclFile file,
    List<String> notes) {
  public Algo {
    notes = List.copyOf(notes);
  }

  /**
   * The proof.
   *
   * @param faults none when it is right
   * @param slots messages that a connection holds in it
   */
  public record Proof(List<BlockFault> faults, int slots, int rounds, long messages, String how) {
    public Proof {
      faults = List.copyOf(faults);
    }

    /** Whether it is right. */
    public boolean proved() {
      return faults.isEmpty();
    }
  }

  /** Proves it, or finds what is wrong. */
  public Proof prove() {
    if (schedule instanceof BlockSchedule made) {
      BlockProof proof = made.prove();
      String races =
          proof.racesLookedFor()
              ? "blocks never touch a chunk without an order between them"
              : "too large to look for chunks that blocks touch without an order";
      return new Proof(
          proof.faults(), proof.slots(), proof.rounds(), messages(proof.verification()), races);
    }
    Verification verification = Verifier.verify(schedule);
    List<BlockFault> faults = new ArrayList<>();
    Fault fault = verification.fault();
    if (fault != null) {
      faults.add(new BlockFault(0, "schedule", fault.text()));
    }
    return new Proof(
        faults, 1, verification.rounds(), messages(verification), "steps of a rank are in order");
  }

  private static long messages(Verification verification) {
    long sum = 0;
    for (var traffic : verification.traffic()) {
      for (int edge = 0; edge < traffic.edges(); edge++) {
        sum += traffic.messages(edge);
      }
    }
    return sum;
  }

  /** Messages that a connection between two ranks must hold when it is played. */
  public int slots() {
    return schedule instanceof BlockSchedule made ? made.slots() : 1;
  }

  /**
   * The schedule for connections of few slots.
   *
   * @throws io.busbar.collective.blocks.BlockFaults when it needs more
   */
  public Schedule tight(int slots) {
    return schedule instanceof BlockSchedule made
        ? BlockSchedule.tight(made.algorithm(), slots)
        : schedule;
  }

  /**
   * The least size at or above one that the schedule can carry.
   *
   * @param bytes as the operation counts them
   */
  public long fitting(long bytes) {
    long unit = (long) schedule.chunks() * schedule.channels() * 16;
    return Math.max(1, Math.ceilDiv(bytes, unit)) * unit;
  }
}
