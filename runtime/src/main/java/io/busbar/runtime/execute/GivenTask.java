package io.busbar.runtime.execute;

import io.busbar.collective.schedule.Schedule;

/**
 * A prepared collective whose schedule the caller brings, over links whatever the size. All ranks
 * must bring the same one.
 */
final class GivenTask implements Task {
  private final Engine engine;
  private final Bound call;
  private final Meeting meeting;
  private final ScheduleRun run;
  private final Runnable move = this::move;

  GivenTask(Engine engine, Bound call, Schedule schedule) {
    boolean same =
        schedule.op() == call.op()
            && schedule.ranks() == call.ranks()
            && schedule.agents() == call.ranks()
            && schedule.root() == call.root();
    if (!same) {
      throw new IllegalArgumentException(
          "a schedule of "
              + Bound.name(schedule.op())
              + " for "
              + schedule.ranks()
              + " ranks without switches does not do "
              + Bound.name(call.op())
              + " on "
              + call.ranks());
    }
    this.engine = engine;
    this.call = call;
    this.meeting = new Meeting(call);
    Layout layout = Layout.of(schedule, call.bytes(), engine.transport.slots().bytes());
    run = new ScheduleRun(schedule, layout, engine.links, engine.kernels, call);
  }

  @Override
  public void run() {
    CollectiveEvent.around(call, engine.waiter.times, move);
  }

  private void move() {
    long number = engine.next();
    engine.waiter.begin(number, call.op().ncclTestsName());
    try {
      engine.agreement.begin(meeting, number, call.bytes() > 0);
      run.run(engine.waiter, meeting.tag(number), engine.agreement);
    } catch (OtherCall found) {
      throw Disagreement.settle(engine, number, found);
    }
  }
}
