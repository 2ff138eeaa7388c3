package io.busbar.runtime.execute;

/** Something prepared that can be run any number of times, without allocation after the first. */
public interface Task {
  /**
   * Runs to the end.
   *
   * @throws io.busbar.runtime.error.CollectiveException when it cannot be finished
   */
  void run();
}
