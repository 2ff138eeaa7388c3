package io.busbar.runtime.transport;

/**
 * Notices that the rank which is waited for has left. What it sent before is still there, so only
 * the second look in a row is believed: in between the waiter has looked for messages.
 */
final class Leaving {
  private int seen = -1;

  /** Whether a rank has left without doing what it is waited for. */
  boolean left(int awaited, boolean gone) {
    boolean again = gone && seen == awaited;
    seen = gone ? awaited : -1;
    return again;
  }

  static Failure failure(int rank) {
    return new Failure(Failure.Kind.PEER, rank, "left the group while others waited for it");
  }
}
