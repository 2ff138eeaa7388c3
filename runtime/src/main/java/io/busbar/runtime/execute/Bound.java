package io.busbar.runtime.execute;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call in a group: checked, with what follows from the number of ranks.
 *
 * @param count elements as {@link CollectiveOp} counts bytes; 0 where ranks have different ones
 * @param input what this rank gives, or nothing
 * @param output where its result goes, or nowhere
 * @param distance start of the output as seen from the input, see {@link Memory#distance}
 */
record Bound(
    Call call,
    int rank,
    int ranks,
    DType type,
    long count,
    MemorySegment input,
    MemorySegment output,
    long distance) {
  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

  /**
   * @throws IllegalArgumentException when buffers do not fit the operation or each other
   */
  static Bound of(Call call, int rank, int ranks) {
    boolean root = rank == call.root();
    if (call.root() < 0 || call.root() >= ranks) {
      throw new IllegalArgumentException("root " + call.root() + " of " + ranks + " ranks");
    }
    boolean gives = call.op() != CollectiveOp.SCATTER || root;
    boolean gets =
        switch (call.op()) {
          case REDUCE, GATHER -> root;
          default -> true;
        };
    Buf input = gives ? needed(call.input(), call, "input") : null;
    Buf output = gets ? needed(call.output(), call, "output") : null;
    Buf some = input != null ? input : needed(output, call, "output");
    if (input != null && output != null && input.type() != output.type()) {
      throw new IllegalArgumentException("input is " + input + ", output " + output);
    }
    if (output != null && output.memory().isReadOnly()) {
      throw new IllegalArgumentException("the output is read-only");
    }
    long count = call.counts() == null ? count(call, input, output, ranks) : variable(call, rank);
    MemorySegment in = input == null ? NOTHING : input.memory();
    MemorySegment out = output == null ? NOTHING : output.memory();
    long distance = Memory.distance(in, out);
    if (distance != Memory.APART) {
      overlapping(call, rank, some.type().bytes(), in, out, distance);
    }
    return new Bound(call, rank, ranks, some.type(), count, in, out, distance);
  }

  /** In place means exactly in place: any other overlap would give garbage. */
  private static void overlapping(
      Call call, int rank, int width, MemorySegment in, MemorySegment out, long distance) {
    Call.Counts counts = call.counts();
    long place =
        switch (call.op()) {
          case ALL_REDUCE, REDUCE, BROADCAST -> 0;
          case ALL_GATHER, GATHER ->
              counts == null
                  ? -(rank * in.byteSize())
                  : -Arrays.stream(counts.sent(), 0, rank).sum() * width;
          case REDUCE_SCATTER, SCATTER -> rank * out.byteSize();
          case ALL_TO_ALL, SEND_RECEIVE -> Memory.APART;
        };
    if (place == Memory.APART) {
      throw new IllegalArgumentException(name(call.op()) + " needs an output of its own");
    }
    if (distance != place) {
      throw new IllegalArgumentException(
          "input and output of "
              + name(call.op())
              + " overlap, but the output starts "
              + distance
              + " bytes after the input; in place that would be "
              + place);
    }
  }

  private static Buf needed(@Nullable Buf buffer, Call call, String what) {
    if (buffer == null) {
      throw new IllegalArgumentException(name(call.op()) + " needs an " + what + " on this rank");
    }
    return buffer;
  }

  private static long count(Call call, @Nullable Buf input, @Nullable Buf output, int ranks) {
    long in = input == null ? -1 : input.count();
    long out = output == null ? -1 : output.count();
    long count =
        switch (call.op()) {
          case ALL_GATHER, GATHER -> in * ranks;
          case SCATTER -> out * ranks;
          default -> in;
        };
    long wanted =
        switch (call.op()) {
          case REDUCE_SCATTER, SCATTER -> count / ranks;
          default -> count;
        };
    boolean even = count % ranks == 0 || !blocks(call.op());
    boolean whole = call.op() != CollectiveOp.SCATTER || in < 0 || in == count;
    if (!even || !whole || out >= 0 && out != wanted) {
      throw new IllegalArgumentException(
          name(call.op())
              + " over "
              + ranks
              + " ranks with input "
              + text(input)
              + ", output "
              + text(output));
    }
    return count;
  }

  private static boolean blocks(CollectiveOp op) {
    return op == CollectiveOp.REDUCE_SCATTER || op == CollectiveOp.ALL_TO_ALL;
  }

  private static String text(@Nullable Buf buffer) {
    return buffer == null ? "none" : buffer.toString();
  }

  private static long variable(Call call, int rank) {
    Call.Counts counts = Objects.requireNonNull(call.counts());
    Buf input = needed(call.input(), call, "input");
    Buf output = needed(call.output(), call, "output");
    long sent = Arrays.stream(counts.sent()).sum();
    long received = Arrays.stream(counts.received()).sum();
    boolean gather = call.op() == CollectiveOp.ALL_GATHER;
    long given = gather ? counts.sent()[rank] : sent;
    if (input.count() != given || output.count() != received) {
      throw new IllegalArgumentException(
          name(call.op())
              + " with blocks of "
              + Arrays.toString(counts.sent())
              + " and "
              + Arrays.toString(counts.received())
              + " has input "
              + input
              + ", output "
              + output);
    }
    return gather ? received : 0;
  }

  CollectiveOp op() {
    return call.op();
  }

  ReduceOp reduce() {
    return call.reduce();
  }

  int root() {
    return call.root();
  }

  /** Bytes as {@link CollectiveOp} counts them. */
  long bytes() {
    return count * type.bytes();
  }

  /** Bytes that a rank which gives something gives. */
  long inputBytes() {
    return switch (call.op()) {
      case ALL_GATHER, GATHER -> bytes() / ranks;
      default -> bytes();
    };
  }

  static String name(CollectiveOp op) {
    return op.name().toLowerCase(Locale.ROOT);
  }
}
