package io.busbar.runtime.transport;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Connects every rank with every other: each listens on its addresses, tells where, calls the lower
 * ranks and answers the higher ones. A caller has to know the group's token. The listeners are
 * closed when all are connected.
 */
final class TcpJoin implements AutoCloseable {
  /** Connection of heartbeats; those of data count from 0. */
  static final int CONTROL = -1;

  private static final long MAGIC = 0x6275736261722d31L;
  private static final int TOKEN = 32;
  private static final int GREETING = 8 + TOKEN + 4 + 4;
  private static final int GREETING_MS = 2000;
  private static final int ACCEPT_MS = 50;

  private final int rank;
  private final int ranks;
  private final TcpOptions options;
  private final List<ServerSocketChannel> listeners = new ArrayList<>();
  private final @Nullable SocketChannel[][] connections;
  private String[] hosts = {};

  TcpJoin(int rank, int ranks, TcpOptions options) {
    this.rank = rank;
    this.ranks = ranks;
    this.options = options;
    connections = new SocketChannel[ranks][options.streams() + 1];
  }

  /** A connection of the group that {@link #join} has made. */
  SocketChannel connection(int peer, int stream) {
    return Objects.requireNonNull(connections[peer][stream + 1]);
  }

  /** Names of the ranks' hosts. */
  String[] hosts() {
    return hosts.clone();
  }

  void join(Exchange exchange) throws IOException {
    StringBuilder own = new StringBuilder(options.host().replace('|', ' ')).append('|');
    own.append(rank == 0 ? token() : "");
    for (InetAddress address : options.addresses()) {
      ServerSocketChannel listener = ServerSocketChannel.open();
      listeners.add(listener);
      listener.bind(new InetSocketAddress(address, 0), ranks * (options.streams() + 1));
      int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
      own.append('|').append(address.getHostAddress()).append('|').append(port);
    }
    String[] all = exchange.exchange(own.toString());
    hosts = new String[ranks];
    byte[] token = all[0].split("\\|")[1].getBytes(StandardCharsets.US_ASCII);
    for (int peer = 0; peer < ranks; peer++) {
      String[] parts = all[peer].split("\\|");
      hosts[peer] = parts[0];
      for (int stream = CONTROL; peer < rank && stream < options.streams(); stream++) {
        connections[peer][stream + 1] = call(parts, stream, token);
      }
    }
    accept(token);
    exchange.exchange("connected");
  }

  private static String token() {
    byte[] random = new byte[TOKEN / 2];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private SocketChannel call(String[] parts, int stream, byte[] token) throws IOException {
    int addresses = (parts.length - 2) / 2;
    int turn = Math.max(0, stream);
    int at = 2 + turn % addresses * 2;
    SocketChannel channel = SocketChannel.open();
    Sockets.tune(channel);
    InetAddress from = options.addresses().get(turn % options.addresses().size());
    channel.bind(new InetSocketAddress(from, 0));
    InetAddress to = InetAddress.getByName(parts[at]);
    InetSocketAddress there = new InetSocketAddress(to, Integer.parseInt(parts[at + 1]));
    channel.socket().connect(there, Math.toIntExact(options.deadline().toMillis()));
    ByteBuffer greeting = ByteBuffer.allocate(GREETING);
    greeting.putLong(MAGIC).put(token).putInt(rank).putInt(stream).flip();
    while (greeting.hasRemaining()) {
      channel.write(greeting);
    }
    return channel;
  }

  private void accept(byte[] token) throws IOException {
    int missing = (ranks - 1 - rank) * (options.streams() + 1);
    long end = System.nanoTime() + options.deadline().toNanos();
    while (missing > 0) {
      for (ServerSocketChannel listener : listeners) {
        SocketChannel caller = answer(listener);
        if (caller != null) {
          missing -= greet(caller, token) ? 1 : 0;
        }
      }
      if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
        throw new SocketTimeoutException(
            "rank " + rank + " misses " + missing + " connections of higher ranks");
      }
    }
  }

  private static @Nullable SocketChannel answer(ServerSocketChannel listener) throws IOException {
    listener.socket().setSoTimeout(ACCEPT_MS);
    try {
      return listener.socket().accept().getChannel();
    } catch (SocketTimeoutException e) {
      return null;
    }
  }

  /** A stranger is turned away without a word. */
  private boolean greet(SocketChannel caller, byte[] token) {
    try {
      caller.socket().setSoTimeout(GREETING_MS);
      DataInputStream in = new DataInputStream(caller.socket().getInputStream());
      byte[] greeting = in.readNBytes(GREETING);
      if (greeting.length == GREETING) {
        ByteBuffer said = ByteBuffer.wrap(greeting);
        boolean known = said.getLong() == MAGIC;
        byte[] secret = new byte[TOKEN];
        said.get(secret);
        known &= MessageDigest.isEqual(secret, token);
        int peer = said.getInt();
        int stream = said.getInt();
        boolean expected = peer > rank && peer < ranks && stream >= CONTROL;
        if (known
            && expected
            && stream < options.streams()
            && connections[peer][stream + 1] == null) {
          Sockets.tune(caller);
          connections[peer][stream + 1] = caller;
          return true;
        }
      }
    } catch (IOException e) {
      // A stranger that breaks off is as good as one that is turned away.
      Sockets.close(caller);
      return false;
    }
    Sockets.close(caller);
    return false;
  }

  /** Closes the listeners. */
  @Override
  public void close() {
    listeners.forEach(Sockets::close);
  }

  /** Closes what was connected, after a failure. */
  void giveUp() {
    for (SocketChannel[] peer : connections) {
      for (SocketChannel connection : peer) {
        if (connection != null) {
          Sockets.close(connection);
        }
      }
    }
  }
}
