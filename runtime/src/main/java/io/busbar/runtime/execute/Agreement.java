package io.busbar.runtime.execute;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes sure that all ranks call the same where there is no board. A rank of an all-reduce cannot
 * end without a message that needs all others, and each message says what it belongs to. A root
 * that only sends hears of nobody, so a call with a root is compared before its data moves: by a
 * small all-reduce, which costs a round trip.
 *
 * <p>A call that followed the one before it the last time as well is not compared again. Ranks that
 * have called the same until now expect the same next call. When they then differ, one of them
 * calls what it did not expect, and that one compares and finds it.
 */
final class Agreement {
  /**
   * Calls that are remembered; all ranks forget at the same call, since it depends on calls only.
   */
  private static final int MOST = 512;

  private static final long COMPARED = 0x9E6D62D06F6A9A9BL;
  private static final long PATIENCE_NS = 100_000_000;
  private static final int LOOKS = 64;

  private final Engine engine;
  private final Map<CallWords, CallWords> next = new HashMap<>();
  private CallWords last = new CallWords(0, 0, 0, 0);
  private @Nullable ScheduleRun small;
  private long number;
  private long[] words = {};
  private int looks;
  private long waitsSince;

  Agreement(Engine engine) {
    this.engine = engine;
  }

  /**
   * Begins a call over links: lets others know of it, and compares it where that is needed.
   *
   * @param moves whether data moves in it
   */
  void begin(Meeting meeting, long operation, boolean moves) {
    number = operation;
    words = meeting.say(engine.transport.notes(), operation);
    CallWords call = meeting.words();
    boolean usual = call.equals(next.get(last));
    if (!usual) {
      if (next.size() == MOST) {
        next.clear();
      }
      next.put(last, call);
    }
    last = call;
    if (!usual && !(moves && needsAll(call.op())) && engine.ranks() > 1) {
      small().run(engine.waiter, meeting.tag(operation) ^ COMPARED, this);
    }
  }

  /** Whether no rank can end without what all others give. */
  private static boolean needsAll(CollectiveOp op) {
    return switch (op) {
      case ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> true;
      case BROADCAST, REDUCE, GATHER, SCATTER, SEND_RECEIVE -> false;
    };
  }

  private ScheduleRun small() {
    ScheduleRun run = small;
    if (run == null) {
      Buf token = Buf.of(new long[1]);
      Bound bound = engine.bound(Call.allReduce(token, token, ReduceOp.MAX));
      var schedule =
          Choice.schedule(
              bound.op(),
              Route.of(Algorithm.RECURSIVE_DOUBLING),
              bound.bytes(),
              0,
              engine.transport.locality());
      Layout layout = Layout.of(schedule, bound.bytes(), engine.transport.slots().bytes());
      run = new ScheduleRun(schedule, layout, engine.links, engine.kernels, bound);
      small = run;
    }
    return run;
  }

  /** Something has come. */
  void moved() {
    looks = 0;
  }

  /**
   * Nothing has come. Who waits for long asks the rank it waits for what that one calls, which may
   * be something that sends nothing here.
   *
   * @throws OtherCall when it is another call
   */
  void idle(int peer) {
    looks++;
    if (looks == 1) {
      waitsSince = System.nanoTime();
    } else if (looks % LOOKS == 0 && System.nanoTime() - waitsSince > PATIENCE_NS) {
      long[] theirs = engine.transport.notes().called(peer, number);
      if (theirs != null && !Arrays.equals(theirs, words)) {
        throw new OtherCall(peer, "calls something else than rank " + engine.rank());
      }
    }
  }
}
