package io.busbar.simulate.network;

/**
 * A simulated network: messages between endpoints of one {@link io.busbar.simulate.fabric.Fabric}.
 * Life cycle: connect, send, then run; callbacks may send, set timers and connect. One thread only.
 */
public interface Network {

  /**
   * Sets up a connection and returns its number; numbers count from 0.
   *
   * @param src sending endpoint
   * @param dst receiving endpoint, another one
   * @param channel tells connections of one pair apart: each takes its own path
   * @param trafficClass 0 is bulk; higher classes go first where the engine has queues
   */
  int connect(int src, int dst, int channel, int trafficClass);

  /**
   * Hands over a message. Messages of one connection are delivered in order. {@code bytes} may be
   * 0: a signal.
   *
   * @param token given back by {@link Listener#sent} and {@link Listener#delivered}
   */
  void send(int connection, long bytes, long token);

  /** Calls {@link Listener#timer} {@code delayPs} from now. */
  void timer(long delayPs, long token);

  /** Simulated time, picoseconds since the start. */
  long nowPs();

  /**
   * Runs until nothing is left to do, or {@code untilPs} is reached, or {@code cancel} asks to
   * stop. After {@link RunEnd.Reason#TIME} and {@link RunEnd.Reason#CANCELLED} a further call goes
   * on where this one stopped.
   */
  RunEnd run(Listener to, long untilPs, Cancel cancel);
}
