package io.busbar.runtime.comm;

import java.io.UncheckedIOException;
import java.util.concurrent.locks.LockSupport;

/** Tells a broken connection from the loss of a rank, of which it is often the first sign. */
final class Echo {
  private static final long MOST_NS = 2_000_000_000L;
  private static final long POLL_NS = 1_000_000;

  private Echo() {}

  /**
   * Waits a while for the news of a loss.
   *
   * @param check throws when a rank was lost
   * @return what was caught, when there is no such news
   */
  static UncheckedIOException of(UncheckedIOException caught, Runnable check) {
    long end = System.nanoTime() + MOST_NS;
    while (System.nanoTime() - end < 0 && !Thread.currentThread().isInterrupted()) {
      check.run();
      LockSupport.parkNanos(POLL_NS);
    }
    return caught;
  }
}
