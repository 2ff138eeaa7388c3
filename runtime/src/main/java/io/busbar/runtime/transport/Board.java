package io.busbar.runtime.transport;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Where ranks of one host meet: each says what it calls, shows its buffers, and counts its
 * arrivals: 2k at the start of operation k, 2k+1 at its end, when others still use its buffers.
 * Calls and small data alternate between two places: a rank that is at k+2 has seen all at k+1, so
 * nobody reads what belongs to k.
 *
 * <pre>
 *   per rank:  0     the rank's last arrival (one writer)
 *              64    where its buffers are, if that can be said in numbers
 *              128   call of even operations | call of odd ones, 64 bytes each
 *              256   small data of even operations | of odd ones, 4 KiB each
 * </pre>
 */
public abstract class Board {
  /** Bytes of small data. */
  public static final int SMALL = 4096;

  /** Longs of a call. */
  public static final int CALL = 8;

  private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
  private static final long SHOWN = 64;
  private static final long CALLS = 128;
  private static final long DATA = 256;
  private static final long PER_RANK = DATA + 2L * SMALL;

  private final MemorySegment memory;
  private final long start;
  private final int ranks;

  /**
   * @param start where the board starts in the memory; a multiple of 128
   */
  Board(MemorySegment memory, long start, int ranks) {
    this.memory = memory;
    this.start = start;
    this.ranks = ranks;
  }

  static long bytes(int ranks) {
    return PER_RANK * ranks;
  }

  private long at(int rank) {
    return start + rank * PER_RANK;
  }

  /** Says that a rank is there, and publishes what it wrote before. */
  public final void arrive(int rank, long arrival) {
    LONG.setRelease(memory, at(rank), arrival);
  }

  /** The last arrival of a rank. */
  public final long arrived(int rank) {
    return (long) LONG.getAcquire(memory, at(rank));
  }

  /**
   * The first rank from {@code from} on that has not arrived; the number of ranks when all have.
   */
  public final int missing(int from, long arrival) {
    for (int rank = from; rank < ranks; rank++) {
      if (arrived(rank) < arrival) {
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

  /** A rank's room for {@link #SMALL} bytes. */
  public final MemorySegment small(int rank, long operation) {
    return memory.asSlice(at(rank) + DATA + SMALL * (operation & 1), SMALL);
  }

  /** Shows buffers of an operation to all ranks; false when others cannot see such memory. */
  public abstract boolean show(int rank, MemorySegment input, MemorySegment output);

  /** The input that a rank showed last. */
  public abstract MemorySegment input(int rank);

  /** The output that a rank showed last. */
  public abstract MemorySegment output(int rank);
}
