package io.busbar.collective.onesided;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.blocks.BlockStep.Buffer;
import java.util.List;

/**
 * What each thread block of each rank does, in order.
 *
 * @param inputChunks chunks of a rank's input
 * @param outputChunks chunks of its output, of the same size
 * @param inPlace whether input and output are one buffer: of an all-gather the input is the rank's
 *     own part of the output, of a reduce-scatter the output its part of the input
 * @param cut parts of a chunk; ranges count in parts
 */
public record OneSidedPlan(
    CollectiveOp op,
    int inputChunks,
    int outputChunks,
    boolean inPlace,
    int cut,
    List<Rank> ranks) {
  public OneSidedPlan {
    ranks = List.copyOf(ranks);
  }

  /**
   * A rank.
   *
   * @param scratchChunks chunks of its scratch buffer
   * @param semaphores what each of them begins with
   */
  public record Rank(int scratchChunks, List<Block> blocks, List<Integer> semaphores) {
    public Rank {
      blocks = List.copyOf(blocks);
      semaphores = List.copyOf(semaphores);
    }
  }

  /** A thread block. */
  public record Block(int id, List<Act> acts) {
    public Block {
      acts = List.copyOf(acts);
    }
  }

  /** What an operation does. */
  public enum Kind {
    /** What is read is added up and written to every target. */
    MOVE,
    /** All threads of the block meet. */
    SYNC,
    /** Adds one to each of some counters of other ranks. */
    SIGNAL,
    /** Takes one from each of some counters, once it is there. */
    WAIT,
    /** As a signal, to blocks of the same rank. */
    RELEASE,
    /** As a wait, for blocks of the same rank. */
    ACQUIRE,
    /** Some blocks of the rank meet. */
    BARRIER
  }

  /**
   * An operation.
   *
   * @param name what its file calls it
   * @param counters of signals and waits by one number for all ranks; of releases and acquires by
   *     number in the rank; of a barrier its number in the rank
   * @param blocks that meet at a barrier
   * @param weak whether a signal says nothing of what was written before
   * @param queued whether a signal follows the writes of its own thread without a sync
   * @param line of the file; 0 for none
   */
  public record Act(
      Kind kind,
      String name,
      List<Range> reads,
      List<Range> writes,
      List<Integer> counters,
      int blocks,
      boolean weak,
      boolean queued,
      int line) {
    public Act {
      reads = List.copyOf(reads);
      writes = List.copyOf(writes);
      counters = List.copyOf(counters);
    }
  }

  /**
   * Parts of chunks in a row.
   *
   * @param ranks in whose memory: one, or all that a switch reads or writes together
   * @param packets whether each word carries a mark that says it is there, so that a reader waits
   *     for it without a signal
   */
  public record Range(List<Integer> ranks, Buffer buffer, int first, int count, boolean packets) {
    public Range {
      ranks = List.copyOf(ranks);
    }
  }
}
