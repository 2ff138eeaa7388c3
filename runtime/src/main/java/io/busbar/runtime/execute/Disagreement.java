package io.busbar.runtime.execute;

import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.call.Odd;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Notes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** What follows a message of another call, where no board shows what all ranks call. */
final class Disagreement {
  private static final long PATIENCE_NS = 1_000_000_000;
  private static final long POLL_NS = 1_000_000;

  private Disagreement() {}

  /**
   * Asks all ranks what they call, until it is clear who is odd, and ends the group. Who is not
   * that far has a second to come.
   *
   * @return what is to be thrown
   */
  static CollectiveException settle(Engine engine, long number, OtherCall found) {
    long end = System.nanoTime() + PATIENCE_NS;
    List<@Nullable CallWords> calls = calls(engine, number);
    boolean askable = calls.get(engine.rank()) != null;
    while (askable && !Odd.clear(calls) && goOn(engine, end)) {
      LockSupport.parkNanos(POLL_NS);
      calls = calls(engine, number);
    }
    Set<@Nullable CallWords> known = new HashSet<>(calls);
    known.remove(null);
    if (known.size() < 2) {
      String text = "rank " + found.sender() + " " + found.text();
      return engine.waiter.fail(new Failure(Failure.Kind.MISMATCH, -1, text));
    }
    Odd odd = Odd.among(calls, CallWords::text);
    return engine.waiter.fail(new Failure(Failure.Kind.MISMATCH, odd.rank(), odd.text()));
  }

  private static boolean goOn(Engine engine, long end) {
    return System.nanoTime() - end < 0
        && engine.transport.failure() == null
        && !Thread.currentThread().isInterrupted();
  }

  private static List<@Nullable CallWords> calls(Engine engine, long number) {
    Notes notes = engine.transport.notes();
    List<@Nullable CallWords> calls = new ArrayList<>();
    for (int rank = 0; rank < engine.ranks(); rank++) {
      CallWords call = Meeting.said(notes, rank, number);
      calls.add(call != null && call.possible(engine.ranks()) ? call : null);
    }
    return calls;
  }
}
