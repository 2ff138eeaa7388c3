package io.busbar.runtime.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Where ranks of one host meet: each says what it calls, shows its buffers, arrives at the start of
 * operation k, and at its end when others use its buffers. Fronts, calls and small data alternate
 * between two places: a rank that is at k+2 has seen all at k+1, so nobody reads what belongs to k.
 *
 * <pre>
 *   per rank:  0     front of even operations | of odd ones, 128 bytes each: number of the
 *                    operation, digest of the call, the smallest data: one trip of a cache line
 *              256   the last operation whose end the rank has reached
 *              320   where its buffers are, if that can be said in numbers
 *              384   call of even operations | call of odd ones, 64 bytes each
 *              512   small data of even operations | of odd ones, 4 KiB each
 * </pre>
 */
public abstract class Board {
  /** Bytes of small data. */
  public static final int SMALL = 4096;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long FRONT = 128;
  private static final long DIGEST = 8;
  private static final long SMALLEST = 16;
  private static final long END = 256;
  private static final long SHOWN = 320;
  private static final long CALLS = 384;
  private static final long DATA = 512;
  private static final long PER_RANK = DATA + 2L * SMALL;

  private final MemorySegment memory;
  private final long start;
  private final int ranks;
  private final MemorySegment[] smallest;
  private final MemorySegment[] small;

  /**
   * @param start where the board starts in the memory; a multiple of 128
   */
  Board(MemorySegment memory, long start, int ranks) {
    this.memory = memory;
    this.start = start;
    this.ranks = ranks;
    smallest = new MemorySegment[2 * ranks];
    small = new MemorySegment[2 * ranks];
    for (int rank = 0; rank < ranks; rank++) {
      for (int odd = 0; odd < 2; odd++) {
        long front = at(rank) + FRONT * odd;
        smallest[2 * rank + odd] = memory.asSlice(front + SMALLEST, FRONT - SMALLEST);
        small[2 * rank + odd] = memory.asSlice(at(rank) + DATA + SMALL * odd, SMALL);
      }
    }
  }

  static long bytes(int ranks) {
    return PER_RANK * ranks;
  }

  private long at(int rank) {
    return start + rank * PER_RANK;
  }

  private long front(int rank, long operation) {
    return at(rank) + FRONT * (operation & 1);
  }

  /**
   * Says that a rank is at the start of an operation, and publishes what it wrote before.
   *
   * @param digest of its call
   */
  public final void arrive(int rank, long operation, long digest) {
    long front = front(rank, operation);
    memory.set(ValueLayout.JAVA_LONG, front + DIGEST, digest);
    LONG.setRelease(memory, front, operation);
  }

  /** What a rank that has arrived told of its call. */
  public final long digest(int rank, long operation) {
    return memory.get(ValueLayout.JAVA_LONG, front(rank, operation) + DIGEST);
  }

  /** Says that a rank is at the end of an operation. */
  public final void end(int rank, long operation) {
    LONG.setRelease(memory, at(rank) + END, operation);
  }

  /**
   * The first rank from {@code from} on that has not arrived at the start of an operation, or at
   * its end; the number of ranks when all have.
   */
  public final int missing(int from, long operation, boolean end) {
    for (int rank = from; rank < ranks; rank++) {
      long counter = end ? at(rank) + END : front(rank, operation);
      if ((long) LONG.getAcquire(memory, counter) < operation) {
        return rank;
      }
    }
    return ranks;
  }

  /** Writes a part of a rank's call. */
  public final void call(int rank, long operation, int index, long value) {
    memory.set(ValueLayout.JAVA_LONG, callAt(rank, operation, index), value);
  }

  /** Reads a part of a rank's call. */
  public final long call(int rank, long operation, int index) {
    return memory.get(ValueLayout.JAVA_LONG, callAt(rank, operation, index));
  }

  private long callAt(int rank, long operation, int index) {
    return at(rank) + CALLS + 64 * (operation & 1) + 8L * index;
  }

  /** Writes a number about a rank's buffers. */
  final void shown(int rank, int index, long value) {
    memory.set(ValueLayout.JAVA_LONG, at(rank) + SHOWN + 8L * index, value);
  }

  /** Reads a number about a rank's buffers. */
  final long shown(int rank, int index) {
    return memory.get(ValueLayout.JAVA_LONG, at(rank) + SHOWN + 8L * index);
  }

  /** A rank's room for data of an operation, of which there are at most {@link #SMALL} bytes. */
  public final MemorySegment small(int rank, long operation, long bytes) {
    MemorySegment[] rooms = bytes <= FRONT - SMALLEST ? smallest : small;
    return rooms[2 * rank + (int) (operation & 1)];
  }

  /** Shows buffers of an operation to all ranks; false when others cannot see such memory. */
  public abstract boolean show(int rank, MemorySegment input, MemorySegment output);

  /** The input that a rank showed last. */
  public abstract MemorySegment input(int rank);

  /** The output that a rank showed last. */
  public abstract MemorySegment output(int rank);
}
