package io.busbar.runtime.comm;

import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.ShmTransport;
import java.time.Duration;

/**
 * Ranks that are processes of one host. Each makes one with its bootstrap and joins. Immutable.
 *
 * @param timeout longest time of an operation
 * @param shm how the shared memory is made
 */
public record ProcessGroup(Bootstrap bootstrap, Duration timeout, ShmOptions shm) {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** Ranks that wait up to a minute for each other. */
  public static ProcessGroup of(Bootstrap bootstrap) {
    return new ProcessGroup(bootstrap, TIMEOUT, ShmOptions.DEFAULT);
  }

  /** The same with another longest time of an operation. */
  public ProcessGroup withTimeout(Duration longest) {
    return new ProcessGroup(bootstrap, longest, shm);
  }

  /** The same with other shared memory. */
  public ProcessGroup withShm(ShmOptions options) {
    return new ProcessGroup(bootstrap, timeout, options);
  }

  /** Meets the other ranks; the bootstrap is closed when all are there. */
  public Comm join() {
    try (bootstrap) {
      return new Comm(
          ShmTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, shm), timeout);
    }
  }
}
