package io.busbar.runtime.comm;

import java.time.Duration;

/** An operation that runs in the background. */
public interface Pending {
  /** Whether it has ended, well or not. */
  boolean done();

  /**
   * Waits for the end.
   *
   * @throws io.busbar.runtime.error.CollectiveException when the operation failed
   */
  void await();

  /**
   * Waits for the end, not for ever.
   *
   * @return whether it has ended
   */
  boolean await(Duration longest);
}
