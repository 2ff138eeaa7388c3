package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.Failure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Signs of life of a session: to all members, with the rank that is waited for, so that it can be
 * named at a deadline; and a look at those of other aggregators. Ranks that compute show none.
 */
final class Pulse {
  private static final int NOBODY = -1;

  private final Session session;
  private long begun = -1;

  Pulse(Session session) {
    this.session = session;
  }

  /** From now on other aggregators have to show signs of life. */
  void start() {
    begun = System.nanoTime();
  }

  /**
   * @param judge whether this process itself ran all the time
   */
  void beat(List<Child> members, @Nullable Parent parent, long now, boolean judge) {
    int below = late(members);
    int late = below == NOBODY && parent != null ? parent.late() : below;
    for (Child child : members) {
      child.beat(late);
    }
    if (!session.ready()) {
      return;
    }
    if (parent != null) {
      parent.beat(below == NOBODY ? session.above().first() : below);
      judge(judge, now, parent.wire(), parent.name());
    }
    for (Child child : members) {
      if (child.share().aggregator() && !child.left()) {
        judge(judge, now, child.wire(), child.name());
      }
    }
  }

  /** A rank that others wait for; nobody when all are equally far. */
  private static int late(List<Child> members) {
    long most = 0;
    for (Child child : members) {
      most = Math.max(most, child.arrived());
    }
    for (Child child : members) {
      if (child.arrived() < most) {
        return child.late();
      }
    }
    return NOBODY;
  }

  private void judge(boolean judge, long now, Wire wire, String name) {
    long silent = (now - Math.max(begun, wire.heard())) / 1_000_000;
    if (judge && silent > session.shape().frozenMs()) {
      String text = name + " has no heartbeat for " + silent + " ms: frozen, or cut off from ";
      session.fail(new Failure(Failure.Kind.PEER, NOBODY, text + session.server()));
    }
  }
}
