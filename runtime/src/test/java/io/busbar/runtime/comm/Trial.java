package io.busbar.runtime.comm;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
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
   * @param first what the first rank got, by trial; the others compare
   */
  void run(Comm comm, MemorySegment room, Map<Trial, byte[]> first) {
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
      run(comm, in, out, input, output, first);
    }
  }

  private static Buf inner(Buf whole) {
    long count = whole.count() - Placement.BEFORE - Placement.BEHIND;
    return whole.slice(Placement.BEFORE, count);
  }

  private void run(
      Comm comm, Buf in, Buf out, Buf input, Buf output, Map<Trial, byte[]> firstOfAll) {
    Operation operation = comm.prepare(call(input, output).by(route));
    int rank = comm.rank();
    boolean gives = rank == root || op != CollectiveOp.BROADCAST && op != CollectiveOp.SCATTER;
    boolean gets = rank == root || op != CollectiveOp.REDUCE && op != CollectiveOp.GATHER;
    byte[] before = {};
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
      // The third run has to give what the first gave, bit by bit.
      String wrong = gets && run < 2 ? reference.judge(rank, Numbers.bytes(output)) : "";
      if (gives && (in != out || !gets) && !Arrays.equals(Numbers.bytes(input), given)) {
        wrong += " the input has changed";
      }
      wrong += untouched(in) ? "" : " something in front of or behind the input has changed";
      wrong += untouched(out) ? "" : " something in front of or behind the output has changed";
      if (!wrong.isEmpty()) {
        throw wrong(comm, "run " + run + ": " + wrong);
      }
      if (gets) {
        before = same(comm, run, before, output, firstOfAll);
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
    byte[] image = Numbers.bytes(buffer);
    int before = Placement.BEFORE * type.bytes();
    int behind = Placement.BEHIND * type.bytes();
    for (int i = 0; i < before + behind; i++) {
      if (image[i < before ? i : image.length - 1 - (i - before)] != GARBAGE) {
        return false;
      }
    }
    return true;
  }

  /** Third and first run have the same data; so have all ranks where all get everything. */
  private byte[] same(Comm comm, int run, byte[] before, Buf output, Map<Trial, byte[]> first) {
    byte[] now = Numbers.bytes(output);
    boolean alike =
        switch (op) {
          case ALL_REDUCE, ALL_GATHER, BROADCAST -> true;
          default -> false;
        };
    byte[] others = alike && run == 0 ? first.putIfAbsent(this, now) : null;
    if (others != null && !Arrays.equals(now, others)) {
      throw wrong(comm, "has other bits than another rank");
    }
    if (run == 2 && !Arrays.equals(now, before)) {
      throw wrong(comm, "has other bits than when it ran before");
    }
    return run == 0 ? now : before;
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
