package io.busbar.simulate.network;

/** Why a message will not arrive. */
public enum Failure {
  /** Sent again as often as allowed, and never acknowledged. */
  RETRIES_EXHAUSTED,
  /** No path to the receiver is left. */
  UNREACHABLE
}
