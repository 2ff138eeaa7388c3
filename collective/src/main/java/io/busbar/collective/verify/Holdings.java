package io.busbar.collective.verify;

import io.busbar.collective.schedule.Contract;
import io.busbar.collective.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Who holds what while a schedule runs, round by round: in round r are the writes of lanes that
 * have waited for a chain of r messages. Of one channel, since channels do the same on parts of
 * their own. For up to {@link #MOST_RANKS} ranks, of whom every value's contributors are known
 * exactly.
 */
public final class Holdings {
  /** Ranks whose contributions are told apart. */
  public static final int MOST_RANKS = 64;

  private record Write(int round, int agent, int position, int block, long mark) {}

  private final int agents;
  private final int positions;
  private final int rounds;
  private final List<Write> writes;
  private final int[] startBlocks;
  private final long[] startMarks;

  private Holdings(Schedule schedule, int rounds, List<Write> writes) {
    agents = schedule.agents();
    positions = schedule.chunks() * schedule.regions();
    this.rounds = rounds;
    this.writes = writes;
    startBlocks = new int[Math.multiplyExact(agents, positions)];
    startMarks = new long[startBlocks.length];
    Arrays.fill(startBlocks, Contract.NOTHING);
    Contract contract = schedule.contract();
    for (int rank = 0; rank < schedule.ranks(); rank++) {
      for (int position = 0; position < positions; position++) {
        startBlocks[rank * positions + position] = contract.inputBlock(rank, position);
        startMarks[rank * positions + position] = 1L << rank;
      }
    }
  }

  /**
   * Runs a schedule, to its first fault if it has one.
   *
   * @throws IllegalArgumentException for more than {@link #MOST_RANKS} ranks
   */
  public static Holdings of(Schedule schedule, int channel, int slots) {
    if (schedule.ranks() > MOST_RANKS) {
      throw new IllegalArgumentException(
          schedule.ranks() + " ranks; contributions are distinguished for up to " + MOST_RANKS);
    }
    List<Write> writes = new ArrayList<>();
    SymbolicRun run =
        new SymbolicRun(
            schedule,
            channel,
            slots,
            Hold.HAND,
            (round, agent, position, block, mark) ->
                writes.add(new Write(round, agent, position, block, mark)));
    run.run();
    writes.sort(Comparator.comparingInt(Write::round));
    return new Holdings(schedule, run.rounds(), writes);
  }

  /** The last round; round 0 is what is done before any message arrives. */
  public int rounds() {
    return rounds;
  }

  /** What all hold after a round. */
  public Frame after(int round) {
    int[] blocks = startBlocks.clone();
    long[] marks = startMarks.clone();
    boolean[] fresh = new boolean[blocks.length];
    for (Write write : writes) {
      if (write.round > round) {
        break;
      }
      int at = write.agent * positions + write.position;
      blocks[at] = write.block;
      marks[at] = write.mark;
      fresh[at] = write.round == round;
    }
    return new Frame(positions, blocks, marks, fresh);
  }

  /** What all hold at one time; agents and positions as in the schedule. */
  public static final class Frame {
    private final int positions;
    private final int[] blocks;
    private final long[] marks;
    private final boolean[] fresh;

    private Frame(int positions, int[] blocks, long[] marks, boolean[] fresh) {
      this.positions = positions;
      this.blocks = blocks;
      this.marks = marks;
      this.fresh = fresh;
    }

    /** The block that a value belongs to; {@link Contract#NOTHING} for an empty position. */
    public int block(int agent, int position) {
      return blocks[agent * positions + position];
    }

    /** Ranks that are in the value, one bit for each; 0 for an empty position. */
    public long contributors(int agent, int position) {
      int at = agent * positions + position;
      return blocks[at] == Contract.NOTHING ? 0 : marks[at];
    }

    /** Whether the position was written in this round. */
    public boolean fresh(int agent, int position) {
      return fresh[agent * positions + position];
    }
  }
}
