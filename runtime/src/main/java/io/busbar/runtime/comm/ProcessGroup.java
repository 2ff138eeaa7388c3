package io.busbar.runtime.comm;

import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.transport.MixedTransport;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.ShmTransport;
import io.busbar.runtime.transport.TcpOptions;
import io.busbar.runtime.transport.TcpTransport;
import io.busbar.runtime.transport.Transport;
import java.time.Duration;

/**
 * Ranks that are processes, of one host or of several. Each makes a group with its bootstrap and
 * connects it in the same way as the others; the bootstrap is closed when all are there. Immutable.
 *
 * @param timeout longest time of an operation
 */
public record ProcessGroup(Bootstrap bootstrap, Duration timeout) {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Ranks that wait up to a minute for each other. */
  public static ProcessGroup of(Bootstrap bootstrap) {
    return new ProcessGroup(bootstrap, TIMEOUT);
  }

  /** The same with another longest time of an operation. */
  public ProcessGroup withTimeout(Duration longest) {
    return new ProcessGroup(bootstrap, longest);
  }

  /** Connects ranks of one host through shared memory. */
  public Comm overShm(ShmOptions options) {
    return open(ShmTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, options));
  }

  /** Connects ranks through TCP, wherever they are. */
  public Comm overTcp(TcpOptions options) {
    return open(TcpTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, options));
  }

  /** Connects ranks of one host through shared memory, and hosts through TCP. */
  public Comm overBoth(ShmOptions shm, TcpOptions tcp) {
    return open(MixedTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, shm, tcp));
  }

  private Comm open(Transport transport) {
    bootstrap.close();
    return new Comm(transport, timeout);
  }
}
