package io.busbar.runtime.comm;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;

/**
 * One collective, checked against {@link Reference}: it runs with some data, with others, and with
 * the first again, which has to give the same bits. What lies around the output, and an input that
 * is not the output, must not change.
 *
 * @param count elements of a block, or of the buffer where there are no blocks
 * @param wild whether values are wild, see {@link Values}
 */
record Trial(
    CollectiveOp op,
    Route route,
    DType type,
    ReduceOp reduce,
    long count,
    int root,
    boolean inPlace,
    boolean background,
    boolean wild,
    Placement placement) {
  private static final byte GARBAGE = 0x5a;
  private static final long[] SEEDS = {11, 12, 11};

  /** Whether the buffer has a block for each rank. */
  static boolean blocks(CollectiveOp op) {
    return switch (op) {
      case ALL_REDUCE, BROADCAST, REDUCE, SEND_RECEIVE -> false;
      default -> true;
    };
  }

  private boolean oneIn() {
    return op == CollectiveOp.ALL_GATHER || op == CollectiveOp.GATHER;
  }

  private boolean oneOut() {
    return op == CollectiveOp.REDUCE_SCATTER || op == CollectiveOp.SCATTER;
  }

  /** Most bytes that a rank needs at once. */
  long bytes(int ranks) {
    long elements = count * ranks + Placement.BEFORE + Placement.BEHIND;
    return elements * type.bytes();
  }

  /**
   * Runs on a rank.
   *
   * @param room memory that all ranks see, for two buffers
   * @param seen what came out, by trial; other ranks and runs compare
   */
  void run(Comm comm, MemorySegment room, Map<String, byte[]> seen) {
    long whole = blocks(op) ? count * comm.size() : count;
    int rank = comm.rank();
    MemorySegment half = room.asSlice(room.byteSize() / 2);
    try (Arena arena = Arena.ofConfined()) {
      boolean one = inPlace || op == CollectiveOp.BROADCAST;
      Buf in = placement.make(type, oneIn() && !one ? count : whole, rank, arena, room);
      Buf out = one ? in : placement.make(type, oneOut() ? count : whole, rank, arena, half);
      Buf input = inner(in);
      Buf output = inner(out);
      if (one && oneIn()) {
        input = output.slice(rank * count, count);
      } else if (one && oneOut()) {
        output = input.slice(rank * count, count);
      }
      run(comm, in, out, input, output, seen);
    }
  }

  private static Buf inner(Buf whole) {
    long count = whole.count() - Placement.BEFORE - Placement.BEHIND;
    return whole.slice(Placement.BEFORE, count);
  }

  private void run(Comm comm, Buf in, Buf out, Buf input, Buf output, Map<String, byte[]> seen) {
    Operation operation = comm.prepare(call(input, output).by(route));
    int rank = comm.rank();
    boolean gives = rank == root || op != CollectiveOp.BROADCAST && op != CollectiveOp.SCATTER;
    boolean gets = rank == root || op != CollectiveOp.REDUCE && op != CollectiveOp.GATHER;
    for (int run = 0; run < SEEDS.length; run++) {
      Reference reference = reference(comm, SEEDS[run]);
      in.memory().fill(GARBAGE);
      out.memory().fill(GARBAGE);
      byte[] given = gives ? reference.image(rank, input.count()) : new byte[0];
      if (gives) {
        MemorySegment.copy(MemorySegment.ofArray(given), 0, input.memory(), 0, given.length);
      }
      if (background) {
        operation.start().await();
      } else {
        operation.run();
      }
      String wrong = gets ? judge(run, rank, reference, Numbers.bytes(output), seen) : "";
      if (gives && (in != out || !gets) && !Arrays.equals(Numbers.bytes(input), given)) {
        wrong += " the input has changed";
      }
      wrong += untouched(in) ? "" : " something in front of or behind the input has changed";
      wrong += untouched(out) ? "" : " something in front of or behind the output has changed";
      if (!wrong.isEmpty()) {
        throw wrong(comm, "run " + run + ": " + wrong);
      }
    }
  }

  private Reference reference(Comm comm, long seed) {
    boolean ordered = route.equals(Route.SHARED) || route.equals(Route.AGGREGATOR);
    return new Reference(
        op,
        type,
        reduce,
        wild,
        ordered,
        count,
        root,
        comm.size(),
        Values.mix(seed, toString().hashCode()));
  }

  private boolean untouched(Buf buffer) {
    MemorySegment memory = buffer.memory();
    long before = (long) Placement.BEFORE * type.bytes();
    long behind = (long) Placement.BEHIND * type.bytes();
    return garbage(memory.asSlice(0, before))
        && garbage(memory.asSlice(memory.byteSize() - behind));
  }

  private static boolean garbage(MemorySegment memory) {
    for (byte one : memory.toArray(ValueLayout.JAVA_BYTE)) {
      if (one != GARBAGE) {
        return false;
      }
    }
    return true;
  }

  /** Bits that are equal to bits that were right are not looked at one by one. */
  private String judge(
      int run, int rank, Reference reference, byte[] output, Map<String, byte[]> seen) {
    boolean alike =
        switch (op) {
          case ALL_REDUCE, ALL_GATHER, BROADCAST -> true;
          default -> false;
        };
    // The third run has the first one's data.
    String key = (run % 2) + (alike ? " " : " on " + rank + " ") + this;
    byte[] before = seen.putIfAbsent(key, output);
    if (before == null) {
      return reference.judge(rank, output);
    }
    return Arrays.equals(before, output) ? "" : "other bits than on another rank or before";
  }

  private AssertionError wrong(Comm comm, String what) {
    return new AssertionError(
        this + " on rank " + comm.rank() + " of " + comm.size() + ": " + what);
  }

  private Call call(Buf input, Buf output) {
    return switch (op) {
      case ALL_REDUCE -> Call.allReduce(input, output, reduce);
      case ALL_GATHER -> Call.allGather(input, output);
      case REDUCE_SCATTER -> Call.reduceScatter(input, output, reduce);
      case BROADCAST -> Call.broadcast(output, root);
      case REDUCE -> Call.reduce(input, output, reduce, root);
      case GATHER -> Call.gather(input, output, root);
      case SCATTER -> Call.scatter(input, output, root);
      case ALL_TO_ALL -> Call.allToAll(input, output);
      case SEND_RECEIVE -> Call.shift(input, output);
    };
  }
}
