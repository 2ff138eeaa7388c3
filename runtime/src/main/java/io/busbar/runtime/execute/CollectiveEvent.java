package io.busbar.runtime.execute;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
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

  @Label("Finished")
  boolean finished;

  /** An event that has begun, or null when nobody records it. */
  static @Nullable CollectiveEvent begun() {
    if (!PROBE.isEnabled()) {
      return null;
    }
    CollectiveEvent event = new CollectiveEvent();
    event.begin();
    return event;
  }

  void end(Bound call, boolean done) {
    operation = call.op().ncclTestsName();
    bytes = call.bytes();
    rank = call.rank();
    ranks = call.ranks();
    route = call.call().route().id();
    finished = done;
    commit();
  }
}
