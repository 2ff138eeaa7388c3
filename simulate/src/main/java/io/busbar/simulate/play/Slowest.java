package io.busbar.simulate.play;

/**
 * Who held a collective up.
 *
 * @param agent whose fault it is
 * @param peer for {@link Cause#CONNECTION} the receiver; else −1
 * @param itsPs what took long there, picoseconds
 * @param typicalPs the same at the agent or connection in the middle
 */
public record Slowest(Cause cause, int agent, int peer, long itsPs, long typicalPs) {
  /** What took long. */
  public enum Cause {
    /** A message on the way from agent to peer. */
    CONNECTION,
    /** Steps of the agent. */
    WORK,
    /** The agent came late to the operation. */
    START
  }
}
