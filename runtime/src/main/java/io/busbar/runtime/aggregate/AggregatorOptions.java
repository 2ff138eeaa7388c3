package io.busbar.runtime.aggregate;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How an aggregator is run.
 *
 * @param listen the only address it listens on; port 0 for any that is free
 * @param token secret that ranks, and aggregators below and above, have to know
 * @param parent the aggregator that partial sums go up to; null for a root
 * @param memoryBytes most bytes of buffers; a group that needs more is turned away
 * @param deadline longest time to reach the parent
 */
public record AggregatorOptions(
    InetSocketAddress listen,
    String token,
    @Nullable InetSocketAddress parent,
    long memoryBytes,
    Duration deadline) {
  private static final long MEMORY = 1L << 30;
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  /**
   * A root on any free port of the loopback interface, with 1 GiB of buffers.
   *
   * @param token secret that ranks have to know
   * @return such options
   */
  public static AggregatorOptions loopback(String token) {
    InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new AggregatorOptions(listen, token, null, MEMORY, DEADLINE);
  }

  /**
   * The same on another address, the only one that it listens on.
   *
   * @param address own address; port 0 for any that is free
   * @return the same otherwise
   */
  public AggregatorOptions withListen(InetSocketAddress address) {
    return new AggregatorOptions(address, token, parent, memoryBytes, deadline);
  }

  /**
   * The same as a part of a tree.
   *
   * @param above the aggregator that partial sums go up to; null makes it a root
   * @return the same otherwise
   */
  public AggregatorOptions withParent(@Nullable InetSocketAddress above) {
    return new AggregatorOptions(listen, token, above, memoryBytes, deadline);
  }

  /**
   * The same with another limit for buffers.
   *
   * @param bytes of all groups together
   * @return the same otherwise
   */
  public AggregatorOptions withMemory(long bytes) {
    return new AggregatorOptions(listen, token, parent, bytes, deadline);
  }
}
