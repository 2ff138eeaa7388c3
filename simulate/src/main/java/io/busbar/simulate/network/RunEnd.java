package io.busbar.simulate.network;

import java.util.List;

/**
 * How a run ended.
 *
 * @param reason why it stopped
 * @param atPs the simulated time then, picoseconds
 * @param cycle for a deadlock the ports that wait for each other in a circle, each for the next;
 *     else empty
 */
public record RunEnd(Reason reason, long atPs, List<Integer> cycle) {

  /** Why a run stopped. */
  public enum Reason {
    /** All messages are delivered or have failed, no timer is left. */
    DONE,
    /** The given time is reached. */
    TIME,
    /** The caller asked to stop. */
    CANCELLED,
    /** Messages are left, and buffers wait for each other in a circle. */
    DEADLOCK,
    /** Messages are left, nothing will move them, and there is no circle: a port is shut. */
    STALLED
  }

  public RunEnd {
    cycle = List.copyOf(cycle);
  }

  /** An end without a circle. */
  public static RunEnd of(Reason reason, long atPs) {
    return new RunEnd(reason, atPs, List.of());
  }

  public boolean done() {
    return reason == Reason.DONE;
  }
}
