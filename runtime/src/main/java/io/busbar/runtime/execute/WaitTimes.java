package io.busbar.runtime.execute;

import java.util.Arrays;

/**
 * How long a rank has waited for each other rank in one operation; kept only while somebody records
 * it, since the clock takes as long as a short wait.
 */
final class WaitTimes {
  private static final int NOBODY = -1;

  private final long[] nanos;
  private boolean kept;
  private int awaited = NOBODY;
  private long since;

  WaitTimes(int ranks) {
    nanos = new long[ranks];
  }

  /** An operation begins. */
  void begin(boolean keep) {
    kept = keep;
    awaited = NOBODY;
    if (keep) {
      Arrays.fill(nanos, 0);
    }
  }

  /** It waits for a rank now. */
  void waiting(int peer) {
    if (kept && peer != awaited) {
      turn(peer);
    }
  }

  /** It goes on. */
  void over() {
    if (awaited != NOBODY) {
      turn(NOBODY);
    }
  }

  private void turn(int next) {
    long now = System.nanoTime();
    if (awaited != NOBODY) {
      nanos[awaited] += now - since;
    }
    awaited = next;
    since = now;
  }

  /** All waits together. */
  long total() {
    return Arrays.stream(nanos).sum();
  }

  /** The rank that was waited for longest; −1 when there was no wait. */
  int slowest() {
    int slowest = NOBODY;
    for (int rank = 0; rank < nanos.length; rank++) {
      if (nanos[rank] > (slowest == NOBODY ? 0 : nanos[slowest])) {
        slowest = rank;
      }
    }
    return slowest;
  }
}
