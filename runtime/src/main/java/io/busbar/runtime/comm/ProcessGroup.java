package io.busbar.runtime.comm;

import io.busbar.runtime.aggregate.AggregatedTransport;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.transport.MixedTransport;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.ShmTransport;
import io.busbar.runtime.transport.TcpOptions;
import io.busbar.runtime.transport.TcpTransport;
import io.busbar.runtime.transport.Transport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that are processes, of one host or of several. Each makes a group with its bootstrap and
 * connects it in the same way as the others; the bootstrap is closed when all are there. Immutable.
 *
 * @param timeout longest time of an operation
 * @param aggregators what reduces between ranks that are connected over TCP; null for nothing
 */
public record ProcessGroup(
    Bootstrap bootstrap, Duration timeout, @Nullable Aggregators aggregators) {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Ranks that wait up to a minute for each other. */
  public static ProcessGroup of(Bootstrap bootstrap) {
    return new ProcessGroup(bootstrap, TIMEOUT, null);
  }

  /** The same with another longest time of an operation. */
  public ProcessGroup withTimeout(Duration longest) {
    return new ProcessGroup(bootstrap, longest, aggregators);
  }

  /**
   * The same with aggregators, which then do all-reduce, reduce, broadcast and barrier unless a
   * call asks for another way. All ranks name as many.
   *
   * @param middle null for none
   */
  public ProcessGroup withAggregators(@Nullable Aggregators middle) {
    return new ProcessGroup(bootstrap, timeout, middle);
  }

  /**
   * Connects ranks of one host through shared memory.
   *
   * @throws IllegalStateException when there are aggregators, which only serve ranks over TCP
   */
  public Comm overShm(ShmOptions options) {
    if (aggregators != null) {
      throw new IllegalStateException("aggregators serve ranks that are connected over TCP");
    }
    return open(ShmTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, options));
  }

  /** Connects ranks through TCP, wherever they are. */
  public Comm overTcp(TcpOptions options) {
    return open(
        aggregated(
            TcpTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, options), options));
  }

  /** Connects ranks of one host through shared memory, and hosts through TCP. */
  public Comm overBoth(ShmOptions shm, TcpOptions tcp) {
    return open(
        aggregated(
            MixedTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, shm, tcp), tcp));
  }

  private Transport aggregated(Transport links, TcpOptions options) {
    return aggregators == null
        ? links
        : AggregatedTransport.join(links, aggregators, options, bootstrap);
  }

  private Comm open(Transport transport) {
    bootstrap.close();
    return new Comm(transport, timeout);
  }
}
