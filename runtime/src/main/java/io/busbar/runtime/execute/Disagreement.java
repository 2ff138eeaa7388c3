package io.busbar.runtime.execute;

import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.call.Odd;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Notes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Finds out over links who calls something else than the others. */
final class Disagreement {
  private static final long PATIENCE_NS = 1_000_000_000;
  private static final long POLL_NS = 1_000_000;

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
    List<@Nullable CallWords> calls = calls(notes, engine.ranks(), number);
    boolean asked = calls.get(engine.rank()) != null;
    while (asked && !settled(calls) && goOn(engine, end)) {
      LockSupport.parkNanos(POLL_NS);
      calls = calls(notes, engine.ranks(), number);
    }
    if (!Odd.differ(calls)) {
      return engine.waiter.fail(new Failure(Failure.Kind.MISMATCH, found.sender(), found.text()));
    }
    Odd odd = Odd.among(calls, CallWords::text);
    return engine.waiter.fail(new Failure(Failure.Kind.MISMATCH, odd.rank(), odd.text()));
  }

  private static boolean settled(List<@Nullable CallWords> calls) {
    return Odd.clear(calls) || calls.stream().allMatch(Objects::nonNull);
  }

  private static boolean goOn(Engine engine, long end) {
    return System.nanoTime() - end < 0
        && engine.transport.failure() == null
        && !Thread.currentThread().isInterrupted();
  }

  private static List<@Nullable CallWords> calls(Notes notes, int ranks, long number) {
    List<@Nullable CallWords> calls = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      long[] words = notes.called(rank, number);
      CallWords call = words == null ? null : CallWords.of(words);
      calls.add(call != null && call.possible(ranks) ? call : null);
    }
    return calls;
  }
}
