package io.busbar.simulate.network;

/** What a network tells its user. Calls come in the order of simulated time. */
public interface Listener {
  /** The sender may reuse the message's buffer. */
  default void sent(long token) {}

  /** The whole message is at its receiver. */
  void delivered(long token);

  /** A timer is over. */
  default void timer(long token) {}

  /** The connection gave up; the message, and those behind it, will not arrive. */
  default void failed(long token, Failure why) {}
}
