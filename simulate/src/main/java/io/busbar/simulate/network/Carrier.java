package io.busbar.simulate.network;

/**
 * What carries messages between nodes of one {@link io.busbar.simulate.fabric.Fabric}: connections,
 * messages, timers and a clock.
 */
public interface Carrier {

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

  /**
   * Calls {@link Listener#timer} {@code delayPs} from now. Of timers that are over at the same time
   * the one that was set first is the first.
   */
  void timer(long delayPs, long token);

  /** Simulated time, picoseconds since the start. */
  long nowPs();
}
