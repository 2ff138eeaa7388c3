package io.busbar.runtime.execute;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Notes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who calls something else than the others. The call that most ranks make is taken for the right
 * one; where there is no such call, all are named and nobody is blamed.
 */
final class Disagreement {
  private static final long PATIENCE_NS = 1_000_000_000;
  private static final long POLL_NS = 1_000_000;
  private static final int MOST_NAMED = 3;

  private Disagreement() {}

  /**
   * After a message of another call: asks all ranks what they call, until it is clear who is odd,
   * and ends the group.
   *
   * @return what is to be thrown
   */
  static CollectiveException settle(Engine engine, long number, OtherCall found) {
    Notes notes = engine.transport.notes();
    long end = System.nanoTime() + PATIENCE_NS;
    List<@Nullable List<Long>> calls = calls(notes, engine.ranks(), number);
    boolean asked = calls.get(engine.rank()) != null;
    while (asked && !clear(calls) && goOn(engine, end)) {
      LockSupport.parkNanos(POLL_NS);
      calls = calls(notes, engine.ranks(), number);
    }
    Failure failure =
        callers(calls).size() > 1
            ? of(calls)
            : new Failure(Failure.Kind.MISMATCH, found.sender(), found.text());
    return engine.waiter.fail(failure);
  }

  private static boolean goOn(Engine engine, long end) {
    return System.nanoTime() - end < 0
        && engine.transport.failure() == null
        && !Thread.currentThread().isInterrupted();
  }

  private static List<@Nullable List<Long>> calls(Notes notes, int ranks, long number) {
    List<@Nullable List<Long>> calls = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      long[] words = notes.called(rank, number);
      calls.add(
          words == null || words.length != Meeting.COMPARED
              ? null
              : Arrays.stream(words).boxed().toList());
    }
    return calls;
  }

  /** Whether what is still unknown cannot change who is odd. */
  private static boolean clear(List<@Nullable List<Long>> calls) {
    Map<List<Long>, List<Integer>> callers = callers(calls);
    int known = callers.values().stream().mapToInt(List::size).sum();
    int most = callers.values().stream().mapToInt(List::size).max().orElse(0);
    return known == calls.size() || callers.size() > 1 && 2 * most > calls.size();
  }

  private static Map<List<Long>, List<Integer>> callers(List<@Nullable List<Long>> calls) {
    Map<List<Long>, List<Integer>> callers = new LinkedHashMap<>();
    for (int rank = 0; rank < calls.size(); rank++) {
      List<Long> call = calls.get(rank);
      if (call != null) {
        callers.computeIfAbsent(call, key -> new ArrayList<>()).add(rank);
      }
    }
    return callers;
  }

  /**
   * The failure.
   *
   * @param calls of each rank, as {@link Meeting} says them; null where it is not known
   */
  static Failure of(List<@Nullable List<Long>> calls) {
    Map<List<Long>, List<Integer>> callers = callers(calls);
    int most = callers.values().stream().mapToInt(List::size).max().orElse(0);
    List<Long> usual = List.of();
    int usuals = 0;
    for (Map.Entry<List<Long>, List<Integer>> each : callers.entrySet()) {
      if (each.getValue().size() == most) {
        usual = each.getKey();
        usuals++;
      }
    }
    if (usuals > 1) {
      String all =
          callers.entrySet().stream()
              .limit(MOST_NAMED)
              .map(each -> ranks(each.getValue()) + " called " + text(each.getKey()))
              .collect(Collectors.joining("; "));
      return new Failure(Failure.Kind.MISMATCH, -1, all);
    }
    List<Integer> odd = new ArrayList<>();
    for (int rank = 0; rank < calls.size(); rank++) {
      List<Long> call = calls.get(rank);
      if (call != null && !call.equals(usual)) {
        odd.add(rank);
      }
    }
    List<Long> other = calls.get(odd.getFirst());
    String also = odd.size() == 1 ? "" : " (also other: " + ranks(odd.subList(1, odd.size())) + ")";
    String called = "called " + (other == null ? "" : text(other)) + ", the others ";
    return new Failure(Failure.Kind.MISMATCH, odd.getFirst(), called + text(usual) + also);
  }

  private static String ranks(List<Integer> ranks) {
    String all = ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return (ranks.size() == 1 ? "rank " : "ranks ") + all;
  }

  private static String text(List<Long> call) {
    long first = call.get(0);
    CollectiveOp op = value(CollectiveOp.values(), first);
    DType type = value(DType.values(), first >> 8);
    ReduceOp reduce = value(ReduceOp.values(), first >> 16);
    String how = Bound.reduces(op) ? ", " + reduce.name().toLowerCase(Locale.ROOT) : "";
    String root = Bound.rooted(op) ? ", root " + call.get(2) : "";
    String way = ", by " + Route.id((int) (first >> 24));
    return Bound.name(op) + " of " + call.get(1) + " x " + type.ncclTestsName() + how + root + way;
  }

  private static <T> T value(T[] all, long bits) {
    return all[(int) Math.min(bits & 0xff, all.length - 1)];
  }
}
