package io.busbar.runtime.transport;

import java.util.Arrays;

/**
 * How long ranks have been silent, judged by one of them. Time in which the judge itself did not
 * look is nobody's fault. For one thread at a time.
 */
final class Silence {
  /** How often a heart beats. */
  static final long BEAT_MS = 100;

  private static final long ABSENT_NS = 300_000_000;

  private final long[] heard;
  private final long frozenNs;
  private final long suspectNs;
  private long look;

  /**
   * @param frozenNs silence after which a rank counts as frozen
   */
  Silence(int ranks, long frozenNs) {
    heard = new long[ranks];
    this.frozenNs = frozenNs;
    suspectNs = Math.min(frozenNs, Math.max(frozenNs / 2, 3 * BEAT_MS * 1_000_000));
    look = System.nanoTime();
    Arrays.fill(heard, look);
  }

  /** The judge looks: after longer than 300 ms it cannot say what happened meanwhile. */
  void look(long now) {
    long gap = now - look;
    if (gap > ABSENT_NS) {
      for (int peer = 0; peer < heard.length; peer++) {
        heard[peer] = Math.min(now, heard[peer] + gap);
      }
    }
    look = now;
  }

  void heard(int peer, long now) {
    heard[peer] = now;
  }

  boolean frozen(int peer, long now) {
    return now - heard[peer] > frozenNs;
  }

  /** Silent for half as long: enough to tell a rank that is lost from a judge that is cut off. */
  boolean suspect(int peer, long now) {
    return now - heard[peer] > suspectNs;
  }

  long millis(int peer, long now) {
    return (now - heard[peer]) / 1_000_000;
  }
}
