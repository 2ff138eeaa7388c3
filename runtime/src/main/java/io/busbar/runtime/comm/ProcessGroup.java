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
import io.busbar.runtime.tuning.Group;
import io.busbar.runtime.tuning.Tuning;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that are processes, of one host or of several. Each makes a group with its bootstrap and
 * connects it in the same way as the others; the bootstrap is closed when all are there. Immutable.
 *
 * @param bootstrap says who this rank is, and tells it of the others
 * @param timeout longest time of an operation
 * @param tuning which routes are taken; rank 0's counts
 * @param aggregators what reduces between ranks that are connected over TCP; null for nothing
 */
public record ProcessGroup(
    Bootstrap bootstrap, Duration timeout, Tuning tuning, @Nullable Aggregators aggregators) {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /**
   * Ranks that wait up to a minute for each other.
   *
   * @param bootstrap says who this rank is, and tells it of the others
   * @return a group, which is not connected
   */
  public static ProcessGroup of(Bootstrap bootstrap) {
    return new ProcessGroup(bootstrap, TIMEOUT, Tuning.NONE, null);
  }

  /**
   * The same with another longest time of an operation.
   *
   * @param longest waiting for ranks that still compute included
   * @return another group
   */
  public ProcessGroup withTimeout(Duration longest) {
    return new ProcessGroup(bootstrap, longest, tuning, aggregators);
  }

  /**
   * The same with a table of routes.
   *
   * @param table what {@code auto} takes; that of rank 0 is the whole group's
   * @return another group
   */
  public ProcessGroup withTuning(Tuning table) {
    return new ProcessGroup(bootstrap, timeout, table, aggregators);
  }

  /**
   * The same with aggregators, which then do all-reduce, reduce, broadcast and barrier unless a
   * call asks for another way. All ranks name as many.
   *
   * @param middle null for none
   * @return another group
   */
  public ProcessGroup withAggregators(@Nullable Aggregators middle) {
    return new ProcessGroup(bootstrap, timeout, tuning, middle);
  }

  /**
   * Connects ranks of one host through shared memory.
   *
   * @param options those of rank 0 count
   * @return this rank's end of the group
   * @throws IllegalStateException when there are aggregators, which only serve ranks over TCP
   */
  public Comm overShm(ShmOptions options) {
    if (aggregators != null) {
      throw new IllegalStateException("aggregators serve ranks that are connected over TCP");
    }
    return open(
        Group.SHM,
        () -> ShmTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, options));
  }

  /**
   * Connects ranks through TCP, wherever they are.
   *
   * @param options addresses and streams; alike on all ranks but for the addresses
   * @return this rank's end of the group
   * @throws IllegalStateException when frames are to be signed and there are aggregators
   */
  public Comm overTcp(TcpOptions options) {
    checkSigned(options);
    return open(
        Group.TCP,
        () ->
            aggregated(
                TcpTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, options),
                options));
  }

  /**
   * Connects ranks of one host through shared memory, and hosts through TCP.
   *
   * @param shm inside a host
   * @param tcp between hosts; its name of the host decides who is a neighbour
   * @return this rank's end of the group
   * @throws IllegalStateException when frames are to be signed and there are aggregators
   */
  public Comm overBoth(ShmOptions shm, TcpOptions tcp) {
    checkSigned(tcp);
    return open(
        Group.MIXED,
        () ->
            aggregated(
                MixedTransport.join(bootstrap.rank(), bootstrap.ranks(), bootstrap, shm, tcp),
                tcp));
  }

  private void checkSigned(TcpOptions options) {
    if (aggregators != null && options.signed()) {
      throw new IllegalStateException(
          "frames to aggregators carry no signatures; leave out one of the two");
    }
  }

  private Transport aggregated(Transport links, TcpOptions options) {
    return aggregators == null
        ? links
        : AggregatedTransport.join(links, aggregators, options, bootstrap);
  }

  /** Whatever comes of it, the ranks have met and the bootstrap is not needed any more. */
  private Comm open(String kind, Supplier<Transport> join) {
    try (bootstrap) {
      Transport transport = join.get();
      try {
        return new Comm(transport, kind, timeout, agreed(kind));
      } catch (RuntimeException e) {
        transport.close();
        throw e;
      }
    }
  }

  /** Ranks that chose differently would wait for each other, so all take the table of rank 0. */
  private Tuning agreed(String kind) {
    Tuning own = tuning.of(kind, bootstrap.ranks());
    String text = bootstrap.texts(bootstrap.rank() == 0 ? own.text("") : "")[0];
    return Tuning.parse("the table of rank 0", text);
  }
}
