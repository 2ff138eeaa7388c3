package io.busbar.runtime.execute;

import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.transport.Aggregation;
import io.busbar.runtime.transport.Board;
import io.busbar.runtime.transport.Failure;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A prepared collective with equal blocks. On a board the ranks compare their calls first; then
 * small data is taken from the board, long data from the ranks' own buffers where all see them, and
 * otherwise it goes through aggregators where there are some, or a schedule moves it over links.
 */
final class Collective implements Task {
  private final Engine engine;
  private final Bound call;
  private final Meeting meeting;
  private final SharedRun shared;
  private final Route route;
  private final boolean small;
  private final @Nullable AggregatedRun aggregated;
  private final Runnable move = this::move;
  private @Nullable ScheduleRun scheduled;

  Collective(Engine engine, Bound call) {
    this.engine = engine;
    this.call = call;
    this.meeting = new Meeting(call);
    this.shared = new SharedRun(engine.kernels, call);
    this.route = engine.choice.oneHost(call);
    this.aggregated = aggregated();
    this.small = route.equals(Route.BOARD);
    if (small && call.inputBytes() > Board.SMALL) {
      String text = call.inputBytes() + " bytes from the board; it has room for ";
      throw new IllegalArgumentException(text + Board.SMALL);
    }
  }

  private @Nullable AggregatedRun aggregated() {
    Aggregation aggregation = engine.transport.aggregation();
    Route open = call.call().route();
    boolean asked = open.equals(Route.AGGREGATOR);
    if (aggregation == null || !Route.aggregates(call.op())) {
      if (asked) {
        String text = "the group was made without aggregators, or they do not do ";
        throw new IllegalArgumentException(text + Bound.name(call.op()));
      }
      return null;
    }
    boolean wanted = asked || open.equals(Route.AUTO);
    return wanted ? new AggregatedRun(engine, aggregation, call, meeting.words()) : null;
  }

  @Override
  public void run() {
    CollectiveEvent.around(call, engine.waiter.times, move);
  }

  private void move() {
    long number = engine.next();
    engine.waiter.begin(number, call.op().ncclTestsName());
    Board board = engine.transport.board();
    if (board != null && onBoard(board, number)) {
      return;
    }
    if (aggregated != null) {
      meeting.say(engine.transport.notes(), number);
      aggregated.run(number);
    } else {
      overLinks(number);
    }
  }

  /** Whether the board was enough. */
  private boolean onBoard(Board board, long number) {
    int rank = call.rank();
    long bytes = call.inputBytes();
    if (small) {
      MemorySegment room = board.small(rank, number, bytes);
      MemorySegment.copy(call.input(), 0, room, 0, call.input().byteSize());
    }
    boolean wanted = !small && (route.equals(Route.AUTO) || route.equals(Route.SHARED));
    boolean shown = wanted && board.show(rank, call.input(), call.output());
    meeting.say(board, rank, number, shown);
    engine.waiter.await(board, false);
    boolean visible = meeting.check(board, engine.waiter, call.ranks(), number);
    if (small) {
      for (int peer = 0; peer < call.ranks(); peer++) {
        shared.input(peer, board.small(peer, number, bytes));
      }
      shared.pull();
    } else if (visible) {
      throughMemory(board);
      board.end(rank, number);
      engine.waiter.await(board, true);
    }
    return small || visible;
  }

  private void throughMemory(Board board) {
    boolean slices = SharedRun.sliced(call.op());
    for (int peer = 0; peer < call.ranks(); peer++) {
      shared.input(peer, board.input(peer));
      shared.output(peer, board.output(peer));
    }
    if (slices) {
      shared.slices();
    } else {
      shared.pull();
    }
  }

  private void overLinks(long number) {
    if (call.call().route().equals(Route.SHARED) || call.call().route().equals(Route.BOARD)) {
      String text = "asked for " + route.id() + ", but not all ranks see all buffers";
      throw engine.waiter.fail(new Failure(Failure.Kind.MISMATCH, call.rank(), text));
    }
    ScheduleRun run = scheduled;
    if (run == null) {
      Schedule schedule = engine.choice.schedule(call);
      int slot = engine.choice.chunkBytes(call, engine.transport.slots().bytes());
      Layout layout = Layout.of(schedule, call.bytes(), slot);
      run = new ScheduleRun(schedule, layout, engine.links, engine.kernels, call);
      scheduled = run;
    }
    try {
      engine.agreement.begin(meeting, number, call.bytes() > 0);
      run.run(engine.waiter, meeting.tag(number), engine.agreement);
    } catch (OtherCall found) {
      throw Disagreement.settle(engine, number, found);
    }
  }
}
