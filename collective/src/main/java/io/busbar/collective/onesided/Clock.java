package io.busbar.collective.onesided;

/**
 * What a thread block knows to be done: for each block the time up to which. All threads know
 * {@code own} only after they met; what one thread has learned waits in {@code learned}.
 */
final class Clock {
  private final int[] known;
  private final int[] learned;
  private final int block;
  private int time;

  Clock(int block, int blocks) {
    this.block = block;
    known = new int[blocks];
    learned = new int[blocks];
  }

  /** A new operation begins. */
  int tick() {
    return ++time;
  }

  int time() {
    return time;
  }

  /** Whether what a block did then is done before what this block does now. */
  boolean after(int other, int then) {
    return known[other] >= then || other == block && then == time;
  }

  /** All threads meet: what one has learned all know, and what all did is done. */
  void sync() {
    join(known, learned);
    known[block] = time;
  }

  /** What one thread may pass on; with {@code queued} also what it did itself since. */
  int[] released(boolean queued) {
    int[] all = known.clone();
    join(all, learned);
    if (queued) {
      all[block] = time;
    }
    return all;
  }

  void learn(int[] from) {
    join(learned, from);
  }

  private static void join(int[] into, int[] from) {
    for (int i = 0; i < into.length; i++) {
      into[i] = Math.max(into[i], from[i]);
    }
  }
}
