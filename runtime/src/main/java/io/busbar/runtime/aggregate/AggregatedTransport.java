package io.busbar.runtime.aggregate;

import io.busbar.collective.schedule.Locality;
import io.busbar.runtime.transport.Aggregation;
import io.busbar.runtime.transport.Board;
import io.busbar.runtime.transport.Exchange;
import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Notes;
import io.busbar.runtime.transport.Receiver;
import io.busbar.runtime.transport.Sender;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import io.busbar.runtime.transport.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A transport over sockets, with aggregators beside the links between ranks. */
public final class AggregatedTransport implements Transport {
  private final Transport links;
  private final Aggregators aggregators;
  private final TcpOptions options;
  private final Sharded aggregation;

  AggregatedTransport(
      Transport links, Aggregators aggregators, TcpOptions options, Sharded aggregation) {
    this.links = links;
    this.aggregators = aggregators;
    this.options = options;
    this.aggregation = aggregation;
  }

  /**
   * Joins a group's aggregators; called by all ranks.
   *
   * @param links connects the ranks, over TCP at least between hosts
   * @throws UncheckedIOException when a rank cannot join; then on all ranks, and {@code links} is
   *     closed
   */
  public static Transport join(
      Transport links, Aggregators aggregators, TcpOptions options, Exchange exchange) {
    try {
      return AggregatorJoin.join(links, aggregators, options, exchange);
    } catch (RuntimeException e) {
      links.close();
      throw e;
    }
  }

  @Override
  public Aggregation aggregation() {
    return aggregation;
  }

  /**
   * The part has a session of its own. Survivors of a failure do without aggregators when one of
   * them does not reach its own any more.
   */
  @Override
  public Transport split(int[] members, long group, Exchange whole, boolean bound) {
    Transport part = links.split(members, group, whole, bound);
    Exchange among = whole.among(members);
    if (bound) {
      return join(part, aggregators, options, among);
    }
    try {
      return AggregatorJoin.join(part, aggregators, options, among);
    } catch (RuntimeException e) {
      if (e.getCause() instanceof AggregatorJoin.NotJoined) {
        return part;
      }
      part.close();
      throw e;
    }
  }

  @Override
  public int rank() {
    return links.rank();
  }

  @Override
  public Locality locality() {
    return links.locality();
  }

  @Override
  public SlotSize slots() {
    return links.slots();
  }

  @Override
  public Sender sender(int to, int channel) {
    return links.sender(to, channel);
  }

  @Override
  public Receiver receiver(int from, int channel) {
    return links.receiver(from, channel);
  }

  @Override
  public @Nullable Board board() {
    return links.board();
  }

  @Override
  public @Nullable Failure failure() {
    return links.failure();
  }

  @Override
  public void fail(Failure failure) {
    links.fail(failure);
  }

  @Override
  public void watch(int awaited) {
    links.watch(awaited);
  }

  @Override
  public boolean spins() {
    return links.spins();
  }

  @Override
  public int unsent() {
    return links.unsent();
  }

  @Override
  public void park(long nanos) {
    links.park(nanos);
  }

  @Override
  public SelectionKey wakeBy(SocketChannel connection) throws IOException {
    return links.wakeBy(connection);
  }

  @Override
  public Notes notes() {
    return links.notes();
  }

  @Override
  public MemorySegment allocate(long bytes) {
    return links.allocate(bytes);
  }

  @Override
  public String describe() {
    int count = aggregators.addresses().size();
    return links.describe() + "; " + count + (count == 1 ? " aggregator" : " aggregators");
  }

  @Override
  public void close() {
    aggregation.end(links.failure());
    links.close();
  }
}
