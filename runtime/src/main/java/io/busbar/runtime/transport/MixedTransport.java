package io.busbar.runtime.transport;

import io.busbar.collective.schedule.Locality;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Shared memory between ranks of one host, TCP between hosts. Schedules see hosts as nodes, so the
 * hierarchical ones send only what has to leave a host.
 */
public final class MixedTransport implements Transport {
  private final @Nullable MixedTransport whole;
  private final ShmOptions shmOptions;
  private final TcpOptions tcpOptions;
  private final TcpTransport tcp;
  private final ShmTransport shm;
  private final int[] neighbours;

  private MixedTransport(
      @Nullable MixedTransport whole,
      ShmOptions shmOptions,
      TcpOptions tcpOptions,
      TcpTransport tcp,
      ShmTransport shm,
      int[] neighbours) {
    this.whole = whole;
    this.shmOptions = shmOptions;
    this.tcpOptions = tcpOptions;
    this.tcp = tcp;
    this.shm = shm;
    this.neighbours = neighbours;
  }

  /** Meets the other ranks; those with the same host name in their options share memory. */
  public static MixedTransport join(
      int rank, int ranks, Exchange exchange, ShmOptions shm, TcpOptions tcp) {
    return join(null, rank, ranks, exchange, shm, tcp, exchange.key());
  }

  private static MixedTransport join(
      @Nullable MixedTransport whole,
      int rank,
      int ranks,
      Exchange exchange,
      ShmOptions shm,
      TcpOptions tcp,
      byte[] above) {
    TcpTransport far = TcpTransport.join(null, rank, ranks, exchange, tcp, above);
    try {
      Locality locality = far.locality();
      int node = locality.node(rank);
      int[] neighbours = new int[locality.size(node)];
      for (int local = 0; local < neighbours.length; local++) {
        neighbours[local] = locality.rank(node, local);
      }
      ShmTransport near =
          ShmTransport.join(
              locality.local(rank), neighbours.length, exchange.among(neighbours), shm);
      return new MixedTransport(whole, shm, tcp, far, near, neighbours);
    } catch (RuntimeException e) {
      far.close();
      throw e;
    }
  }

  @Override
  public int rank() {
    return tcp.rank();
  }

  @Override
  public Locality locality() {
    return tcp.locality();
  }

  /** Messages have to fit both kinds of links. */
  @Override
  public SlotSize slots() {
    return shm.slots().bytes() < tcp.slots().bytes() ? shm.slots() : tcp.slots();
  }

  private boolean near(int peer) {
    return locality().node(peer) == locality().node(rank());
  }

  @Override
  public Sender sender(int to, int channel) {
    return near(to) ? shm.sender(locality().local(to), channel) : tcp.sender(to, channel);
  }

  @Override
  public Receiver receiver(int from, int channel) {
    return near(from) ? shm.receiver(locality().local(from), channel) : tcp.receiver(from, channel);
  }

  @Override
  public @Nullable Board board() {
    return locality().nodes() == 1 ? shm.board() : null;
  }

  /** A failure in shared memory, with the rank as the whole group counts it. */
  @Override
  public @Nullable Failure failure() {
    Failure far = tcp.failure();
    Failure near = far == null ? shm.failure() : null;
    if (near != null) {
      int rank = near.rank() < 0 ? near.rank() : neighbours[near.rank()];
      tcp.fail(new Failure(near.kind(), rank, near.text()));
      far = tcp.failure();
    }
    Failure above = far != null || whole == null ? null : whole.failure();
    return above == null ? far : above.ofWhole();
  }

  @Override
  public void fail(Failure failure) {
    tcp.fail(failure);
  }

  @Override
  public void watch(int awaited) {
    tcp.watch(awaited);
    shm.watch(near(awaited) ? locality().local(awaited) : shm.rank());
  }

  @Override
  public boolean spins() {
    return true;
  }

  @Override
  public int unsent() {
    return tcp.unsent();
  }

  @Override
  public void park(long nanos) {
    tcp.park(nanos);
  }

  @Override
  public SelectionKey wakeBy(SocketChannel connection) throws IOException {
    return tcp.wakeBy(connection);
  }

  @Override
  public MemorySegment allocate(long bytes) {
    return shm.allocate(bytes);
  }

  @Override
  public Transport split(int[] members, long group, Exchange exchange, boolean bound) {
    Exchange among = exchange.among(members);
    return join(
        bound ? this : null,
        placeAmong(members),
        members.length,
        among,
        shmOptions,
        tcpOptions,
        tcp.secret());
  }

  @Override
  public Notes notes() {
    return tcp.notes();
  }

  @Override
  public String describe() {
    return tcp.describe() + "; inside " + shm.describe();
  }

  @Override
  public void close() {
    shm.close();
    tcp.close();
  }
}
