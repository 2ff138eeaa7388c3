package io.busbar.simulate.network;

/** Asked now and then during a run whether to stop. */
@FunctionalInterface
public interface Cancel {
  /** Runs to the end. */
  Cancel NEVER = () -> false;

  boolean cancelled();
}
