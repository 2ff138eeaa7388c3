package io.busbar.runtime.transport;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * What two ranks may see of each other on a board. All outcomes that are not listed are forbidden.
 */
public final class BoardStress {
  private static final int RANKS = 2;
  private static final int SPINS = 50;

  private BoardStress() {}

  /** A board without buffers. */
  private static final class Bare extends Board {
    Bare() {
      super(MemorySegment.ofArray(new long[(int) bytes(RANKS) / Long.BYTES]), 0, RANKS);
    }

    @Override
    public boolean show(int rank, MemorySegment input, MemorySegment output) {
      return false;
    }

    @Override
    public MemorySegment input(int rank) {
      return MemorySegment.NULL;
    }

    @Override
    public MemorySegment output(int rank) {
      return MemorySegment.NULL;
    }

    void put(int rank, long operation, long value) {
      small(rank, operation, Long.BYTES).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, value);
    }

    long get(int rank, long operation) {
      return small(rank, operation, Long.BYTES).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }
  }

  /** A rank that has arrived is seen with its call and its data, or not at all. */
  @JCStressTest
  @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "It has not arrived.")
  @Outcome(id = "7, 11, 42", expect = ACCEPTABLE, desc = "Digest, call and data are there.")
  @State
  public static class ArrivalIsWhole {
    private final Bare board = new Bare();

    /** Rank 0. */
    @Actor
    public void arrives() {
      board.call(0, 1, 0, 11);
      board.put(0, 1, 42);
      board.arrive(0, 1, 7);
    }

    /** Rank 1. */
    @Actor
    public void looks(JJJ_Result seen) {
      if (board.missing(0, 1, false) > 0) {
        seen.r1 = board.digest(0, 1);
        seen.r2 = board.call(0, 1, 0);
        seen.r3 = board.get(0, 1);
      }
    }
  }

  /** Data of an operation lie where those of the one after the next will; they are read first. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The fast rank waits.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The fast rank went on later.")
  @State
  public static class RoomIsReadFirst {
    private final Bare board = new Bare();

    /** Both are in operation 1. */
    public RoomIsReadFirst() {
      board.put(1, 1, 1);
      board.arrive(0, 1, 7);
      board.arrive(1, 1, 7);
    }

    /** Rank 1, which has read all of operation 1. */
    @Actor
    public void fast(JJ_Result seen) {
      board.arrive(1, 2, 7);
      for (int i = 0; i < SPINS; i++) {
        if (board.missing(0, 2, false) == RANKS) {
          board.put(1, 3, 3);
          board.arrive(1, 3, 7);
          seen.r1 = 1;
          return;
        }
      }
    }

    /** Rank 0, which still reads. */
    @Actor
    public void slow(JJ_Result seen) {
      seen.r2 = board.get(1, 1);
      board.arrive(0, 2, 7);
    }
  }

  /** A rank changes its buffer only when all others have ended with it. */
  @JCStressTest
  @Outcome(id = "0, 5", expect = ACCEPTABLE, desc = "The owner waits.")
  @Outcome(id = "1, 5", expect = ACCEPTABLE, desc = "The owner changed it later.")
  @State
  public static class BufferIsReadFirst {
    private final Bare board = new Bare();
    private final MemorySegment buffer = MemorySegment.ofArray(new long[] {5});

    /** Rank 0, the owner. */
    @Actor
    public void owner(JJ_Result seen) {
      board.end(0, 1);
      for (int i = 0; i < SPINS; i++) {
        if (board.missing(0, 1, true) == RANKS) {
          buffer.set(ValueLayout.JAVA_LONG, 0, 9);
          seen.r1 = 1;
          return;
        }
      }
    }

    /** Rank 1, which uses the buffer of the other. */
    @Actor
    public void reader(JJ_Result seen) {
      seen.r2 = buffer.get(ValueLayout.JAVA_LONG, 0);
      board.end(1, 1);
    }
  }
}
