package io.busbar.runtime.execute;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.Board;
import io.busbar.runtime.transport.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What a rank says about its call before any data moves, in longs: operation, type, reduction and
 * way; count; root; blocks. On a board all are compared, so that the odd rank is found.
 */
final class Meeting {
  private static final int COMPARED = 4;
  private static final long SEES = 1;

  private final long[] words = new long[COMPARED];
  private final long digest;

  Meeting(Bound call) {
    boolean reduces = Bound.reduces(call.op());
    int reduce = reduces ? call.reduce().ordinal() : 0;
    int route = call.call().route().number();
    words[0] = call.op().ordinal() | call.type().ordinal() << 8 | reduce << 16 | route << 24;
    words[1] = call.count();
    words[2] = call.root();
    Call.Counts counts = call.call().counts();
    if (counts != null) {
      // Counts of an all-gather are the same on all ranks, those of an all-to-all are not.
      words[3] = call.op() == CollectiveOp.ALL_GATHER ? Arrays.hashCode(counts.sent()) : 1;
    }
    digest = tag(0) & ~SEES;
  }

  /** Marks messages of this call in its n-th operation. */
  long tag(long number) {
    long hash = number * 0x9E3779B97F4A7C15L;
    for (long word : words) {
      hash = (hash ^ word) * 0xBF58476D1CE4E5B9L;
      hash ^= hash >>> 31;
    }
    return hash;
  }

  /** Writes what this rank calls, and arrives at the operation's start. */
  void say(Board board, int rank, long number, boolean visible) {
    for (int i = 0; i < COMPARED; i++) {
      board.call(rank, number, i, words[i]);
    }
    board.arrive(rank, number, visible ? digest | SEES : digest);
  }

  /**
   * Compares all calls.
   *
   * @return whether every rank's buffers are visible to all
   */
  boolean check(Board board, Waiter waiter, int ranks, long number) {
    boolean visible = true;
    for (int rank = 0; rank < ranks; rank++) {
      long other = board.digest(rank, number);
      if ((other & ~SEES) != digest) {
        throw waiter.fail(odd(board, ranks, number));
      }
      visible &= (other & SEES) != 0;
    }
    return visible;
  }

  /** The call that most ranks make is taken for the right one; of two, the first. */
  private static Failure odd(Board board, int ranks, long number) {
    List<List<Long>> calls = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      List<Long> call = new ArrayList<>();
      for (int i = 0; i < COMPARED; i++) {
        call.add(board.call(rank, number, i));
      }
      calls.add(call);
    }
    List<Long> usual = calls.getFirst();
    for (List<Long> call : calls) {
      if (count(calls, call) > count(calls, usual)) {
        usual = call;
      }
    }
    int first = -1;
    StringBuilder others = new StringBuilder();
    for (int rank = 0; rank < ranks; rank++) {
      if (first < 0 && !calls.get(rank).equals(usual)) {
        first = rank;
      } else if (!calls.get(rank).equals(usual)) {
        others.append(others.isEmpty() ? " (also other: rank " : ", ").append(rank);
      }
    }
    String text =
        "called "
            + text(calls.get(first))
            + ", the others "
            + text(usual)
            + others
            + (others.isEmpty() ? "" : ")");
    return new Failure(Failure.Kind.MISMATCH, first, text);
  }

  private static long count(List<List<Long>> calls, List<Long> call) {
    return calls.stream().filter(other -> Objects.equals(other, call)).count();
  }

  private static String text(List<Long> call) {
    long first = call.get(0);
    CollectiveOp op = CollectiveOp.values()[(int) (first & 0xff)];
    DType type = DType.values()[(int) (first >> 8 & 0xff)];
    ReduceOp reduce = ReduceOp.values()[(int) (first >> 16 & 0xff)];
    String how = Bound.reduces(op) ? ", " + reduce.name().toLowerCase(Locale.ROOT) : "";
    String root = Bound.rooted(op) ? ", root " + call.get(2) : "";
    String way = ", by " + Route.id((int) (first >> 24 & 0xff));
    return Bound.name(op) + " of " + call.get(1) + " x " + type.ncclTestsName() + how + root + way;
  }
}
