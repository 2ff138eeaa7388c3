package io.busbar.runtime.execute;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.Arrays;
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
  private final long[] longest = new long[1];
  private final long own;
  private final Task agree;
  private final Runnable move = this::move;
  private long planned = -1;
  private @Nullable ScheduleRun scheduled;

  BlockTask(Engine engine, Bound call) {
    this.engine = engine;
    this.call = call;
    this.meeting = new Meeting(call);
    Buf agreed = Buf.of(longest);
    this.agree =
        new Collective(
            engine,
            Bound.of(Call.allReduce(agreed, agreed, ReduceOp.MAX), engine.rank(), engine.ranks()));
    Call.Counts counts = Objects.requireNonNull(call.call().counts());
    own =
        Math.max(
            Arrays.stream(counts.sent()).max().orElse(0),
            Arrays.stream(counts.received()).max().orElse(0));
  }

  @Override
  public void run() {
    longest[0] = own * call.type().bytes();
    agree.run();
    if (longest[0] == 0) {
      // Nothing to send, so nothing to wait for either: an operation of its own, without a wait,
      // would let a fast rank write to the board again what a slow one still reads.
      return;
    }
    CollectiveEvent.around(call, engine.waiter.times, move);
  }

  private void move() {
    long number = engine.next();
    engine.waiter.begin(number, call.op().ncclTestsName());
    ScheduleRun run = scheduled;
    if (run == null || planned != longest[0]) {
      planned = longest[0];
      run = plan();
      scheduled = run;
    }
    meeting.say(engine.transport.notes(), number);
    try {
      run.run(engine.waiter, meeting.tag(number));
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
