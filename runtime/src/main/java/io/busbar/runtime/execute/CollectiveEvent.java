package io.busbar.runtime.execute;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** What the flight recorder keeps of a collective on one rank; nothing is made while it is off. */
@Name("busbar.Collective")
@Label("Collective")
@Category("Busbar")
@StackTrace(false)
final class CollectiveEvent extends Event {
  private static final CollectiveEvent PROBE = new CollectiveEvent();

  @Label("Operation")
  String operation = "";

  @Label("Size")
  @DataAmount
  long bytes;

  @Label("Rank")
  int rank;

  @Label("Ranks")
  int ranks;

  @Label("Route")
  String route = "";

  @Label("Waited")
  @Description("For other ranks, all waits of this rank together")
  @Timespan
  long waited;

  @Label("Slowest Rank")
  @Description("The rank that this rank waited for longest; -1 when it did not wait")
  int slowestRank;

  @Label("Finished")
  boolean finished;

  /** Runs a collective, and keeps what somebody records of it. */
  static void around(Bound call, WaitTimes waits, Runnable collective) {
    CollectiveEvent event = begun(waits);
    boolean done = false;
    try {
      collective.run();
      done = true;
    } finally {
      if (event != null) {
        event.end(call, waits, done);
      }
    }
  }

  /** An event that has begun, or null when nobody records it. */
  private static @Nullable CollectiveEvent begun(WaitTimes waits) {
    boolean recorded = PROBE.isEnabled();
    waits.begin(recorded);
    if (!recorded) {
      return null;
    }
    CollectiveEvent event = new CollectiveEvent();
    event.begin();
    return event;
  }

  private void end(Bound call, WaitTimes waits, boolean done) {
    waits.over();
    waited = waits.total();
    slowestRank = waits.slowest();
    operation = call.op().ncclTestsName();
    bytes = call.bytes();
    rank = call.rank();
    ranks = call.ranks();
    route = call.call().route().id();
    finished = done;
    commit();
  }
}
