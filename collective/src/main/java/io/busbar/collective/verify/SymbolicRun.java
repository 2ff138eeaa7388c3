package io.busbar.collective.verify;

import io.busbar.collective.schedule.Contract;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Runs a channel on names: a value is the block it belongs to and the mark of who is in it. Up to
 * 64 ranks the mark is the exact set, one bit per rank. Above, each rank has a random 64-bit number
 * and the mark is their sum: a missing or doubled contributor goes unseen with probability 2^-64.
 */
final class SymbolicRun extends Lanes {
  private static final int EXACT = 64;
  private static final long SEED = 0x5EEDL;

  private final Contract contract;
  private final int chunks;
  private final int positions;
  private final boolean exact;
  private final long[] markOf;
  private final long all;
  private final int[] blocks;
  private final long[] marks;
  private final Payloads payloads = new Payloads();
  private final Observer observer;

  /** Told of every position that is written, rank by rank in the order of its steps. */
  @FunctionalInterface
  interface Observer {
    /** Looks at nothing. */
    Observer NONE = (round, agent, position, block, mark) -> {};

    /**
     * @param round messages on the longest chain that the agent's lane has waited for
     * @param mark who is in the value; a bit for each rank up to 64 ranks
     */
    void stored(int round, int agent, int position, int block, long mark);
  }

  SymbolicRun(Schedule schedule, int channel, int slots, Hold hold, Observer observer) {
    super(schedule, channel, slots, hold);
    this.observer = observer;
    contract = schedule.contract();
    chunks = schedule.chunks();
    positions = chunks * schedule.regions();
    exact = schedule.ranks() <= EXACT;
    markOf = new long[schedule.ranks()];
    SplittableRandom random = new SplittableRandom(SEED);
    Arrays.setAll(markOf, rank -> exact ? 1L << rank : random.nextLong());
    all = Arrays.stream(markOf).sum();
    blocks = new int[Math.multiplyExact(schedule.agents(), positions)];
    marks = new long[blocks.length];
    Arrays.fill(blocks, Contract.NOTHING);
    for (int rank = 0; rank < schedule.ranks(); rank++) {
      for (int position = 0; position < positions; position++) {
        int at = rank * positions + position;
        blocks[at] = contract.inputBlock(rank, position);
        marks[at] = markOf[rank];
      }
    }
  }

  @Override
  int act(int agent, StepBuffer step, int message) {
    int value = message;
    if (message < 0) {
      value = payloads.take(step.count());
      load(agent, step, value);
      if (step.has(Step.REDUCE)) {
        reduce(agent, step, value, true);
      }
    } else if (payloads.length(message) != step.count()) {
      String text = "a message of " + payloads.length(message) + " chunks arrives";
      fail(Fault.Kind.SIZE, agent, step.source(), text);
      return value;
    } else if (step.has(Step.REDUCE)) {
      reduce(agent, step, value, false);
    }
    if (step.has(Step.COPY)) {
      store(agent, step, value);
    }
    if (step.has(Step.SEND)) {
      return value;
    }
    payloads.give(value);
    return -1;
  }

  private void load(int agent, StepBuffer step, int value) {
    for (int i = 0; i < step.count(); i++) {
      int position = step.sourceAt(i, chunks);
      int at = agent * positions + position;
      if (blocks[at] == Contract.NOTHING) {
        fail(Fault.Kind.EMPTY, agent, position, "nothing is at " + position + " yet");
        return;
      }
      payloads.set(value + i, blocks[at], marks[at]);
    }
  }

  private void reduce(int agent, StepBuffer step, int value, boolean atTarget) {
    for (int i = 0; i < step.count(); i++) {
      int position = atTarget ? step.targetAt(i, chunks) : step.sourceAt(i, chunks);
      int at = agent * positions + position;
      int block = payloads.block(value + i);
      long mark = payloads.mark(value + i);
      if (blocks[at] == Contract.NOTHING) {
        fail(Fault.Kind.EMPTY, agent, position, "nothing is at " + position + " yet");
      } else if (blocks[at] != block) {
        String text = "block " + block + " is added to block " + blocks[at];
        fail(Fault.Kind.MIXED, agent, position, text);
      } else if (exact && (marks[at] & mark) != 0) {
        int rank = Long.numberOfTrailingZeros(marks[at] & mark);
        String text = "rank " + rank + " is added a second time to block " + block;
        fail(Fault.Kind.TWICE, agent, position, text);
      }
      payloads.set(value + i, block, mark + marks[at]);
    }
  }

  private void store(int agent, StepBuffer step, int value) {
    for (int i = 0; i < step.count(); i++) {
      int position = step.targetAt(i, chunks);
      int at = agent * positions + position;
      blocks[at] = payloads.block(value + i);
      marks[at] = payloads.mark(value + i);
      observer.stored(round(agent), agent, position, blocks[at], marks[at]);
    }
  }

  /** Compares what is there with what is wanted. */
  void checkResult() {
    for (int rank = 0; rank < schedule.ranks() && fault() == null; rank++) {
      for (int position = 0; position < positions && fault() == null; position++) {
        checkPosition(rank, position);
      }
    }
  }

  private void checkPosition(int rank, int position) {
    int block = contract.outputBlock(rank, position);
    if (block == Contract.NOTHING) {
      return;
    }
    int by = contract.contributor(rank, position);
    long mark = by == Contract.ALL ? all : markOf[by];
    int at = rank * positions + position;
    if (blocks[at] == block && marks[at] == mark) {
      return;
    }
    String wanted = by == Contract.ALL ? "the sum of all ranks" : "what rank " + by + " gave";
    String text = "at the end " + position + " holds " + held(at) + "; wanted is block " + block;
    fail(Fault.Kind.RESULT, rank, position, text + " with " + wanted);
  }

  private String held(int at) {
    if (blocks[at] == Contract.NOTHING) {
      return "nothing";
    }
    String who = "other contributions";
    if (exact) {
      StringBuilder ranks = new StringBuilder();
      for (long left = marks[at]; left != 0; left &= left - 1) {
        ranks.append(ranks.isEmpty() ? "" : ", ").append(Long.numberOfTrailingZeros(left));
      }
      who = "ranks " + ranks;
    }
    return "block " + blocks[at] + " with " + who;
  }
}
