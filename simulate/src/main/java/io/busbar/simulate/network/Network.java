package io.busbar.simulate.network;

/**
 * A simulated network: messages between endpoints of one {@link io.busbar.simulate.fabric.Fabric}.
 * Life cycle: connect, send, then run; callbacks may send, set timers and connect. One thread only.
 */
public interface Network extends Carrier {

  /**
   * Runs until nothing is left to do, or {@code untilPs} is reached, or {@code cancel} asks to
   * stop. After {@link RunEnd.Reason#TIME} and {@link RunEnd.Reason#CANCELLED} a further call goes
   * on where this one stopped.
   */
  RunEnd run(Listener to, long untilPs, Cancel cancel);
}
