package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.Failure;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The sessions of an aggregator, within its memory. Failed ones are remembered for a while, so that
 * a rank that comes late is told why instead of waiting for the others.
 */
final class Sessions {
  private static final int MOST_FAILED = 256;

  private final AggregatorServer server;
  private final long memoryBytes;
  private final Map<Key, Session> open = new LinkedHashMap<>();
  private final Map<Key, Failure> failed = new LinkedHashMap<>();
  private final List<Session> dying = new ArrayList<>();
  private long reserved;
  private volatile int count;

  /** A group, and the range of its buffers that is added up here. */
  private record Key(UUID session, int shard) {
    static Key of(Membership shape) {
      return new Key(shape.session(), shape.shard());
    }
  }

  Sessions(AggregatorServer server, long memoryBytes) {
    this.server = server;
    this.memoryBytes = memoryBytes;
  }

  /** Those that are here now; from any thread. */
  int count() {
    return count;
  }

  List<Session> all() {
    return List.copyOf(open.values());
  }

  /** Why somebody cannot join; empty when he can. */
  String refusal(Membership membership) {
    Key key = Key.of(membership);
    if (open.containsKey(key)) {
      return "";
    }
    Failure earlier = failed.get(key);
    if (earlier != null) {
      return text(earlier);
    }
    long needed = Session.bytes(membership);
    if (needed <= memoryBytes - reserved) {
      return "";
    }
    String use = reserved + " of " + memoryBytes + " are in use";
    return server + " has no room: the group needs " + needed + " bytes, " + use;
  }

  /** The session of a group, a new one for its first member. */
  Session of(Membership membership) {
    Session session = open.get(Key.of(membership));
    if (session == null) {
      reserved += Session.bytes(membership);
      session = new Session(server, membership.common());
      open.put(Key.of(membership), session);
      count = open.size();
    }
    return session;
  }

  /** A session has ended. */
  void went(Session session) {
    Key key = Key.of(session.shape());
    open.remove(key);
    count = open.size();
    dying.add(session);
    Failure failure = session.failure();
    if (failure != null) {
      failed.put(key, failure);
      Iterator<Key> oldest = failed.keySet().iterator();
      if (failed.size() > MOST_FAILED) {
        oldest.next();
        oldest.remove();
      }
    }
  }

  /** Frees the buffers of sessions that nobody is connected to any more. */
  void free() {
    dying.removeIf(session -> {
      boolean freed = session.free();
      reserved -= freed ? Session.bytes(session.shape()) : 0;
      return freed;
    });
  }

  static String text(Failure failure) {
    return (failure.rank() < 0 ? "" : "rank " + failure.rank() + " ") + failure.text();
  }
}
