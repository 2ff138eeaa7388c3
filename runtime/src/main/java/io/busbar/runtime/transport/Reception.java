package io.busbar.runtime.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Listens for the ranks of a group. A caller greets with the group's secret and with who it is; one
 * that does not within two seconds, or says anything else, is a stranger and turned away without a
 * word. Strangers take no time and little memory: the oldest of many goes first.
 *
 * <pre>  greeting: magic (long) | secret (32 bytes) | rank, stream (ints)  </pre>
 */
public final class Reception implements AutoCloseable {
  /** Bytes of a secret. */
  public static final int SECRET = 32;

  private static final long MAGIC = 0x6275736261722d31L;
  private static final int GREETING = 8 + SECRET + 4 + 4;
  private static final long GREETING_NS = 2_000_000_000;
  private static final int MOST_STRANGERS = 256;
  private static final int LEAST_BACKLOG = 64;

  /** Is shown callers that know the secret; keeps the connection when it returns true. */
  @FunctionalInterface
  public interface Desk {
    boolean welcome(int rank, int stream, SocketChannel caller) throws IOException;
  }

  private record Caller(SocketChannel channel, ByteBuffer said, long since) {}

  private final Selector selector;
  private final List<ServerSocketChannel> listeners = new ArrayList<>();
  private final ArrayDeque<Caller> callers = new ArrayDeque<>();

  public Reception() throws IOException {
    selector = Selector.open();
  }

  /** What a caller says first. */
  public static ByteBuffer greeting(byte[] secret, int rank, int stream) {
    ByteBuffer greeting = ByteBuffer.allocate(GREETING);
    return greeting.putLong(MAGIC).put(secret).putInt(rank).putInt(stream).flip();
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
   * @param secret {@link #SECRET} bytes
   */
  public void look(long millis, byte[] secret, Desk desk) throws IOException {
    selector.select(millis);
    for (SelectionKey key : selector.selectedKeys()) {
      if (key.attachment() instanceof Caller caller) {
        hear(key, caller, secret, desk);
      } else if (key.channel() instanceof ServerSocketChannel listener) {
        accept(listener);
      }
    }
    selector.selectedKeys().clear();
    long now = System.nanoTime();
    while (!callers.isEmpty() && now - callers.getFirst().since > GREETING_NS) {
      Sockets.close(callers.remove().channel);
    }
  }

  private void accept(ServerSocketChannel listener) throws IOException {
    SocketChannel channel = listener.accept();
    while (channel != null) {
      if (callers.size() == MOST_STRANGERS) {
        Sockets.close(callers.remove().channel);
      }
      channel.configureBlocking(false);
      Caller caller = new Caller(channel, ByteBuffer.allocate(GREETING), System.nanoTime());
      callers.add(caller);
      channel.register(selector, SelectionKey.OP_READ, caller);
      channel = listener.accept();
    }
  }

  private void hear(SelectionKey key, Caller caller, byte[] secret, Desk desk) throws IOException {
    if (!caller.channel.isOpen()) {
      return;
    }
    boolean welcome = false;
    ByteBuffer said = caller.said;
    try {
      if (caller.channel.read(said) >= 0 && said.hasRemaining()) {
        return;
      }
    } catch (IOException e) {
      said.clear(); // who breaks off is as good as one that is turned away
    }
    callers.remove(caller);
    key.cancel();
    if (!said.hasRemaining()) {
      boolean known = said.flip().getLong() == MAGIC;
      byte[] guess = new byte[SECRET];
      said.get(guess);
      known &= MessageDigest.isEqual(guess, secret);
      welcome = known && desk.welcome(said.getInt(), said.getInt(), caller.channel);
    }
    if (!welcome) {
      Sockets.close(caller.channel);
    }
  }

  /** Stops listening, and hangs up on those that have not said who they are. */
  @Override
  public void close() {
    listeners.forEach(Sockets::close);
    callers.forEach(caller -> Sockets.close(caller.channel));
    Sockets.close(selector);
  }
}
