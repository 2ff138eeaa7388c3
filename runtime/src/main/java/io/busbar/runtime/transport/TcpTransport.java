package io.busbar.runtime.transport;

import io.busbar.collective.schedule.Locality;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ranks that are connected over TCP: several streams for data between each pair, moved by whoever
 * waits, and one for heartbeats, moved by a thread. Only the chosen interfaces are listened on, and
 * only while the group comes together.
 */
public final class TcpTransport implements Transport {
  private static final long PARK_MS = 1;
  private static final long FLUSH_NS = 2_000_000_000L;
  private static final int ALIGN = 128;

  /** Connections to others than ranks only wake. */
  private static final Consumer<SelectionKey> PUMP =
      key -> {
        if (key.attachment() instanceof TcpStream stream) {
          stream.pump();
        }
      };

  private final @Nullable TcpTransport whole;
  private final TcpOptions options;
  private final int rank;
  private final Locality locality;
  private final byte[] secret;
  private final Arena arena = Arena.ofAuto();
  private final List<TcpPeer> peers = new ArrayList<>();
  private final TcpStream[] all;
  private final Selector selector;
  private final TcpControl control;
  private final Leaving leaving = new Leaving();
  private boolean closed;

  private TcpTransport(
      @Nullable TcpTransport whole, TcpOptions options, int rank, Locality locality, TcpJoin join)
      throws IOException {
    this.whole = whole;
    this.options = options;
    this.rank = rank;
    this.locality = locality;
    secret = join.secret();
    selector = Selector.open();
    List<TcpStream> connected = new ArrayList<>();
    @Nullable SocketChannel[] controls = new SocketChannel[locality.ranks()];
    for (int peer = 0; peer < locality.ranks(); peer++) {
      TcpPeer made = new TcpPeer(peer, options.slots(), arena, this::fail);
      peers.add(made);
      if (peer != rank) {
        TcpStream[] streams = new TcpStream[options.streams()];
        for (int i = 0; i < streams.length; i++) {
          Seal out = options.signed() ? Seal.of(secret, rank, peer, i) : null;
          Seal arriving = options.signed() ? Seal.of(secret, peer, rank, i) : null;
          streams[i] = new TcpStream(made, join.connection(peer, i), selector, out, arriving);
        }
        made.connect(streams);
        connected.addAll(List.of(streams));
        controls[peer] = join.connection(peer, TcpJoin.CONTROL);
      }
    }
    all = connected.toArray(new TcpStream[0]);
    TcpSeals seals = options.signed() ? new TcpSeals(secret, rank, locality.ranks()) : null;
    control = new TcpControl(rank, controls, options.frozenAfter().toNanos(), seals);
  }

  /**
   * Meets and connects the other ranks.
   *
   * @throws UncheckedIOException when they cannot be reached in time
   */
  public static TcpTransport join(int rank, int ranks, Exchange exchange, TcpOptions options) {
    return join(null, rank, ranks, exchange, options, exchange.key());
  }

  /**
   * @param whole the group that this one ends with; null for none
   * @param above what only its ranks know already
   */
  static TcpTransport join(
      @Nullable TcpTransport whole,
      int rank,
      int ranks,
      Exchange exchange,
      TcpOptions options,
      byte[] above) {
    try (TcpJoin join = joining(rank, ranks, exchange, options, above)) {
      try {
        join.join(exchange);
        return new TcpTransport(whole, options, rank, locality(join.hosts()), join);
      } catch (RuntimeException | IOException e) {
        join.giveUp();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("connecting rank " + rank + ": " + e.getMessage(), e);
    }
  }

  /** What only the ranks of the group know. */
  byte[] secret() {
    return secret.clone();
  }

  private static TcpJoin joining(
      int rank, int ranks, Exchange exchange, TcpOptions options, byte[] above) throws IOException {
    try {
      return new TcpJoin(rank, ranks, options, above);
    } catch (IOException e) {
      exchange.refuse("cannot begin to listen: " + Reasons.of(e));
      throw e;
    }
  }

  /** Ranks of one host are a node. */
  private static Locality locality(String... hosts) {
    Map<String, Integer> nodes = new LinkedHashMap<>();
    Map<String, Integer> members = new LinkedHashMap<>();
    int[] node = new int[hosts.length];
    int[] rail = new int[hosts.length];
    for (int rank = 0; rank < hosts.length; rank++) {
      nodes.putIfAbsent(hosts[rank], nodes.size());
      node[rank] = nodes.get(hosts[rank]);
      rail[rank] = members.merge(hosts[rank], 1, Integer::sum) - 1;
    }
    return new Locality(node, rail);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public Locality locality() {
    return locality;
  }

  @Override
  public SlotSize slots() {
    return options.slots();
  }

  @Override
  public Sender sender(int to, int channel) {
    return peers.get(to).sender(channel);
  }

  @Override
  public Receiver receiver(int from, int channel) {
    return peers.get(from).receiver(channel);
  }

  @Override
  public @Nullable Board board() {
    return null;
  }

  @Override
  public @Nullable Failure failure() {
    Failure own = control.failure();
    Failure above = own != null || whole == null ? null : whole.failure();
    return above == null ? own : above.ofWhole();
  }

  @Override
  public void fail(Failure failure) {
    control.fail(failure);
  }

  @Override
  public void watch(int awaited) {
    if (leaving.left(awaited, control.left(awaited))) {
      fail(Leaving.failure(awaited));
    }
  }

  @Override
  public boolean spins() {
    return false;
  }

  @Override
  public int unsent() {
    for (TcpPeer peer : peers) {
      if (peer.unsent()) {
        return peer.rank();
      }
    }
    return -1;
  }

  /** Until something can be read or written, or a millisecond. */
  @Override
  public void park(long nanos) {
    for (TcpStream stream : all) {
      stream.interest();
    }
    try {
      selector.select(PUMP, PARK_MS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public SelectionKey wakeBy(SocketChannel connection) throws IOException {
    return connection.register(selector, SelectionKey.OP_READ);
  }

  @Override
  public MemorySegment allocate(long bytes) {
    return OwnMemory.allocate(bytes);
  }

  @Override
  public Transport split(int[] members, long group, Exchange exchange, boolean bound) {
    Exchange among = exchange.among(members);
    TcpTransport above = bound ? this : null;
    return join(above, placeAmong(members), members.length, among, options, secret);
  }

  @Override
  public Notes notes() {
    return control;
  }

  @Override
  public String describe() {
    return "tcp: "
        + locality.ranks()
        + " ranks on "
        + locality.nodes()
        + " hosts, "
        + options.streams()
        + " streams per pair"
        + (options.signed() ? ", signed" : "");
  }

  /**
   * What was sent last may still be on its way: to the kernel, or through a slow cable. A
   * connection that is closed before it has arrived would lose it.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    await(this::flushed);
    for (TcpStream stream : all) {
      stream.finish();
    }
    await(this::settled);
    control.close();
    for (TcpStream stream : all) {
      stream.close();
    }
    Sockets.close(selector);
  }

  private boolean flushed() {
    return Arrays.stream(all).allMatch(TcpStream::flushed);
  }

  private boolean settled() {
    return peers.stream().allMatch(peer -> peer.settled() || control.left(peer.rank()));
  }

  /** Until it holds, the group has failed, or two seconds are over. */
  private void await(BooleanSupplier enough) {
    long end = System.nanoTime() + FLUSH_NS;
    while (!enough.getAsBoolean() && failure() == null && System.nanoTime() - end < 0) {
      park(0);
    }
  }
}
