package io.busbar.runtime.comm;

import java.time.Duration;

/** An operation that runs in the background. */
public interface Pending {
  /** {@return whether it has ended, well or not} */
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
   * @param longest time to wait; the operation goes on when it is over
   * @return whether it has ended
   * @throws io.busbar.runtime.error.CollectiveException when the operation failed
   */
  boolean await(Duration longest);
}
