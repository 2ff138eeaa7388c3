package io.busbar.simulate.scenario.run;

/** Looks on while runs go on, and may stop them. Called from the thread that runs. */
public interface Watch {
  /** Lets everything run to its end. */
  Watch NONE = new Watch() {};

  /** Whether to stop; what is known by then is the answer. */
  default boolean cancelled() {
    return false;
  }

  /**
   * A run begins.
   *
   * @param what it is, in a few words
   * @param number of it, from 1
   * @param of how many runs there are
   */
  default void run(String what, int number, int of) {}

  /**
   * A run goes on; called often.
   *
   * @param share of its bytes that arrived, from 0 to 1; about
   * @param simulatedSeconds time in the simulation
   */
  default void at(double share, double simulatedSeconds) {}

  /** Whether to be told what links did over time; it takes some megabytes. */
  default boolean wantsLinks() {
    return false;
  }

  /** What links did over time, of a run that ended. */
  default void played(Playback playback) {}
}
