package io.busbar.runtime.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Listens for the ranks of a group. Both sides show that they know the group's secret without
 * telling it, the caller first. One that does not within ten seconds, or says anything else, is a
 * stranger and turned away without a word. Strangers take no time and little memory: the oldest of
 * many goes first.
 *
 * <pre>
 *   caller:   magic (long) | what it drew (32 bytes) | end of line, twice (4)
 *   listener: magic (long) | what it drew (32)
 *   caller:   proof (32) | rank, stream (ints) | 0 (int)
 *   listener: proof (32)
 * </pre>
 *
 * Servers that read lines answer such a caller at once, so that it knows where it is.
 */
public final class Reception implements AutoCloseable {
  /** Bytes of a secret. */
  public static final int SECRET = 32;

  static final long MAGIC = 0x6275736261722d32L;
  static final int HELLO = 8 + Proof.BYTES + 4;
  static final int CHALLENGE = 8 + Proof.BYTES;
  static final String CALLER = "caller";
  static final String LISTENER = "listener";
  private static final long GREETING_NS = 10_000_000_000L;
  private static final int MOST_STRANGERS = 256;
  private static final int MOST_IMPOSTORS = 100;
  private static final int LEAST_BACKLOG = 64;

  /** Says whether a caller that knows the secret is welcome; it is closed otherwise. */
  @FunctionalInterface
  public interface Desk {
    boolean welcome(int rank, int stream, SocketChannel caller) throws IOException;
  }

  /** Somebody who has not shown yet that it knows the secret. */
  private static final class Caller {
    final SocketChannel channel;
    final long since;
    final byte[] listeners = Proof.random();
    final byte[] callers = new byte[Proof.BYTES];
    final ByteBuffer said = ByteBuffer.allocate(HELLO);
    boolean greeted;

    Caller(SocketChannel channel, long since) {
      this.channel = channel;
      this.since = since;
    }
  }

  private final Selector selector;
  private final AwakeClock clock = new AwakeClock();
  private final List<ServerSocketChannel> listeners = new ArrayList<>();
  private final ArrayDeque<Caller> callers = new ArrayDeque<>();
  private final TreeSet<Integer> impostors = new TreeSet<>();

  public Reception() throws IOException {
    selector = Selector.open();
  }

  /**
   * Listens on an address, and on no other.
   *
   * @return where; the port is a free one when 0 was asked for
   */
  public InetSocketAddress listen(InetAddress address, int port, int backlog) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    listeners.add(listener);
    listener.bind(new InetSocketAddress(address, port), Math.max(LEAST_BACKLOG, backlog));
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
    return (InetSocketAddress) listener.getLocalAddress();
  }

  /**
   * Waits up to some milliseconds for callers, and shows those that know the secret.
   *
   * @param millis 0 for no wait
   * @param secret {@link #SECRET} bytes
   */
  public void look(long millis, byte[] secret, Desk desk) throws IOException {
    if (millis > 0) {
      selector.select(millis);
    } else {
      selector.selectNow();
    }
    for (SelectionKey key : selector.selectedKeys()) {
      if (key.attachment() instanceof Caller caller) {
        hear(key, caller, secret, desk);
      } else if (key.channel() instanceof ServerSocketChannel listener) {
        accept(listener);
      }
    }
    selector.selectedKeys().clear();
    long now = clock.now();
    while (!callers.isEmpty() && now - callers.getFirst().since > GREETING_NS) {
      Sockets.close(callers.remove().channel);
    }
  }

  /** {@return whether somebody called as that rank who knows another secret} */
  public boolean impostor(int rank) {
    return impostors.contains(rank);
  }

  private void accept(ServerSocketChannel listener) throws IOException {
    SocketChannel channel = listener.accept();
    while (channel != null) {
      if (callers.size() == MOST_STRANGERS) {
        Sockets.close(callers.remove().channel);
      }
      channel.configureBlocking(false);
      Caller caller = new Caller(channel, clock.now());
      callers.add(caller);
      channel.register(selector, SelectionKey.OP_READ, caller);
      channel = listener.accept();
    }
  }

  private void hear(SelectionKey key, Caller caller, byte[] secret, Desk desk) throws IOException {
    if (!caller.channel.isOpen()) {
      return;
    }
    ByteBuffer said = caller.said;
    try {
      if (caller.channel.read(said) >= 0 && said.hasRemaining()) {
        return;
      }
      if (!said.hasRemaining() && !caller.greeted && greets(caller)) {
        return;
      }
    } catch (IOException e) {
      said.clear(); // who breaks off is as good as one that is turned away
    }
    callers.remove(caller);
    key.cancel();
    boolean complete = caller.greeted && !said.hasRemaining();
    if (!complete || !welcome(caller, secret, desk)) {
      Sockets.close(caller.channel);
    }
  }

  /** Answers somebody who begins as a rank does. */
  private static boolean greets(Caller caller) throws IOException {
    ByteBuffer said = caller.said.flip();
    if (said.getLong() != MAGIC) {
      return false;
    }
    said.get(caller.callers);
    said.clear();
    caller.greeted = true;
    ByteBuffer challenge = ByteBuffer.allocate(CHALLENGE);
    caller.channel.write(challenge.putLong(MAGIC).put(caller.listeners).flip());
    return true; // the first bytes of a connection find room
  }

  private boolean welcome(Caller caller, byte[] secret, Desk desk) throws IOException {
    byte[] proof = new byte[Proof.BYTES];
    caller.said.flip().get(proof);
    int rank = caller.said.getInt();
    int stream = caller.said.getInt();
    byte[] callers = caller.callers;
    if (!Proof.same(proof, Proof.of(secret, CALLER, callers, caller.listeners, rank, stream))) {
      if (impostors.size() < MOST_IMPOSTORS) {
        impostors.add(rank);
      }
      return false;
    }
    try {
      byte[] own = Proof.of(secret, LISTENER, callers, caller.listeners, rank, stream);
      caller.channel.write(ByteBuffer.wrap(own));
    } catch (IOException e) {
      return false; // it has gone meanwhile
    }
    return desk.welcome(rank, stream, caller.channel);
  }

  /** Stops listening, and hangs up on those that have not said who they are. */
  @Override
  public void close() {
    listeners.forEach(Sockets::close);
    callers.forEach(caller -> Sockets.close(caller.channel));
    Sockets.close(selector);
  }
}
