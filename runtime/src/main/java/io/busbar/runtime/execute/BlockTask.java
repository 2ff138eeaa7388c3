package io.busbar.runtime.execute;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.call.Odd;
import io.busbar.runtime.error.CollectiveException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A prepared collective whose blocks differ: the same schedules, with a length for each block.
 * Ranks first agree on the longest block, which decides how often the program is repeated.
 */
final class BlockTask implements Task {
  private final Engine engine;
  private final Bound call;
  private final Meeting meeting;

  /** The longest block; then a digest of the call and the same below zero, for their extremes. */
  private final long[] agreed = new long[3];

  private final long own;
  private final Task agree;
  private final Runnable move = this::move;
  private long planned = -1;
  private @Nullable ScheduleRun scheduled;

  BlockTask(Engine engine, Bound call) {
    this.engine = engine;
    this.call = call;
    this.meeting = new Meeting(call);
    Buf all = Buf.of(agreed);
    this.agree = new Collective(engine, engine.bound(Call.allReduce(all, all, ReduceOp.MAX)));
    Call.Counts counts = Objects.requireNonNull(call.call().counts());
    own =
        Math.max(
            Arrays.stream(counts.sent()).max().orElse(0),
            Arrays.stream(counts.received()).max().orElse(0));
  }

  @Override
  public void run() {
    agreed[0] = own * call.type().bytes();
    agreed[1] = meeting.tag(0) >>> 1;
    agreed[2] = -agreed[1];
    agree.run();
    if (agreed[1] != -agreed[2]) {
      throw odd();
    }
    if (agreed[0] == 0) {
      // Nothing to send, so nothing to wait for either: an operation of its own, without a wait,
      // would let a fast rank write to the board again what a slow one still reads.
      return;
    }
    CollectiveEvent.around(call, engine.waiter.times, move);
  }

  /** All ranks know that they differ, and tell each other how. */
  private CollectiveException odd() {
    CallWords own = meeting.words();
    long[] said = {own.what(), own.count(), own.root(), own.blocks()};
    long[] all = new long[said.length * call.ranks()];
    new Collective(engine, engine.bound(Call.allGather(Buf.of(said), Buf.of(all)))).run();
    List<CallWords> calls = new ArrayList<>();
    for (int at = 0; at < all.length; at += said.length) {
      calls.add(new CallWords(all[at], all[at + 1], all[at + 2], all[at + 3]));
    }
    Odd odd = Odd.among(calls, CallWords::text);
    return engine.waiter.fail(new Failure(Failure.Kind.MISMATCH, odd.rank(), odd.text()));
  }

  private void move() {
    long number = engine.next();
    engine.waiter.begin(number, call.op().ncclTestsName());
    ScheduleRun run = scheduled;
    if (run == null || planned != agreed[0]) {
      planned = agreed[0];
      run = plan();
      scheduled = run;
    }
    try {
      engine.agreement.begin(meeting, number, true);
      run.run(engine.waiter, meeting.tag(number), engine.agreement);
    } catch (OtherCall found) {
      throw Disagreement.settle(engine, number, found);
    }
  }

  private ScheduleRun plan() {
    Schedule schedule = Choice.ofBlocks(call.op(), engine.transport.locality());
    int ranks = call.ranks();
    int width = call.type().bytes();
    Call.Counts counts = Objects.requireNonNull(call.call().counts());
    long[] sent = counts.sent();
    long[] received = counts.received();
    boolean gather = call.op() == CollectiveOp.ALL_GATHER;
    int positions = ranks * schedule.regions();
    long[] lengths = new long[positions];
    long[] inputAt = new long[positions];
    long[] outputAt = new long[positions];
    for (int position = 0; position < positions; position++) {
      boolean second = position >= ranks;
      int block = position % ranks;
      lengths[position] = width * (second ? received[block] : sent[block]);
      inputAt[position] = gather ? 0 : width * sum(sent, block);
      outputAt[position] = width * sum(received, block);
    }
    int slot = engine.transport.slots().bytes();
    Layout layout = Layout.of(schedule, lengths, inputAt, outputAt, planned, slot);
    return new ScheduleRun(schedule, layout, engine.links, engine.kernels, call);
  }

  private static long sum(long[] counts, int end) {
    return Arrays.stream(counts, 0, end).sum();
  }
}
