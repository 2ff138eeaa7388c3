package io.busbar.runtime.execute;

import io.busbar.collective.schedule.Schedule;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.transport.Board;
import io.busbar.runtime.transport.Failure;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A prepared collective with equal blocks. On a board the ranks compare their calls first; then
 * small data is taken from the board, long data from the ranks' own buffers where all see them, and
 * otherwise a schedule moves it over links.
 */
final class Collective implements Task {
  private final Engine engine;
  private final Bound call;
  private final Meeting meeting;
  private final SharedRun shared;
  private final Route route;
  private final boolean small;
  private @Nullable ScheduleRun scheduled;

  Collective(Engine engine, Bound call) {
    this.engine = engine;
    this.call = call;
    this.meeting = new Meeting(call);
    this.shared = new SharedRun(engine.kernels, call);
    this.route = call.call().route();
    this.small = route.equals(Route.AUTO) && call.inputBytes() <= Board.SMALL;
  }

  @Override
  public void run() {
    CollectiveEvent event = CollectiveEvent.begun();
    boolean done = false;
    try {
      move();
      done = true;
    } finally {
      if (event != null) {
        event.end(call, done);
      }
    }
  }

  private void move() {
    long number = engine.next();
    engine.waiter.begin(number, call.op().ncclTestsName());
    Board board = engine.transport.board();
    if (board == null || !onBoard(board, number)) {
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
    boolean wanted = !small && route.algorithm() == null;
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
    if (route.equals(Route.SHARED)) {
      String text = "asked for the shared way, but not all ranks see all buffers";
      throw engine.waiter.fail(new Failure(Failure.Kind.MISMATCH, call.rank(), text));
    }
    ScheduleRun run = scheduled;
    if (run == null) {
      Schedule schedule = Choice.schedule(call, engine.transport.locality());
      int slot = engine.transport.slots().bytes();
      Layout layout = Layout.of(schedule, call.bytes(), slot);
      run = new ScheduleRun(schedule, layout, engine.links, engine.kernels, call);
      scheduled = run;
    }
    run.run(engine.waiter, meeting.tag(number));
  }
}
