package io.busbar.runtime.transport;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Connects every rank with every other: each listens on its addresses, tells where, calls the lower
 * ranks and answers the higher ones. A caller has to know the group's secret. The listeners are
 * closed when all are connected. Every wait ends at the deadline, or when the others are lost.
 */
final class TcpJoin implements AutoCloseable {
  /** Connection of heartbeats; those of data count from 0. */
  static final int CONTROL = -1;

  private static final int LOOK_MS = 20;
  private static final long CONNECT_NS = 100_000;
  private static final long CHECK_NS = 10_000_000;

  private final int rank;
  private final int ranks;
  private final TcpOptions options;
  private final Reception reception;
  private final byte[] above;
  private final @Nullable SocketChannel[][] connections;
  private String[] hosts = {};
  private byte[] secret = {};
  private Duration deadline = Duration.ZERO;
  private long checked;
  private int missing;

  /**
   * @param above what only those know that meet, or the secret of the group that is split
   */
  TcpJoin(int rank, int ranks, TcpOptions options, byte[] above) throws IOException {
    this.above = above;
    this.rank = rank;
    this.ranks = ranks;
    this.options = options;
    reception = new Reception();
    connections = new SocketChannel[ranks][options.streams() + 1];
  }

  /** A connection of the group that {@link #join} has made. */
  SocketChannel connection(int peer, int stream) {
    return Objects.requireNonNull(connections[peer][stream + 1]);
  }

  /** What only the ranks of this group know. */
  byte[] secret() {
    return secret.clone();
  }

  /** Names of the ranks' hosts. */
  String[] hosts() {
    return hosts.clone();
  }

  void join(Exchange exchange) throws IOException {
    String[] all = exchange.texts(listen(exchange));
    Duration told = exchange.deadline();
    deadline = told == null ? options.deadline() : told;
    long end = System.nanoTime() + deadline.toNanos();
    hosts = new String[ranks];
    // What rank 0 drew goes through the meeting, which others may hear.
    byte[] drawn = HexFormat.of().parseHex(all[0].split("\\|")[1]);
    secret = above.length == 0 ? drawn : Proof.of(above, "group", drawn, new byte[0]);
    missing = (ranks - 1 - rank) * (options.streams() + 1);
    try {
      for (int peer = 0; peer < ranks; peer++) {
        String[] parts = all[peer].split("\\|");
        hosts[peer] = parts[0];
        for (int stream = CONTROL; peer < rank && stream < options.streams(); stream++) {
          connections[peer][stream + 1] = call(peer, parts, stream, exchange, end);
        }
      }
      answer(exchange, end);
    } catch (IOException e) {
      exchange.refuse("cannot connect: " + Reasons.of(e));
      throw e;
    }
    exchange.texts("connected");
  }

  /** Listens on all addresses; where, is the text for the others. */
  private String listen(Exchange exchange) throws IOException {
    StringBuilder own = new StringBuilder(options.host().replaceAll("[|!]", " ")).append('|');
    own.append(rank == 0 ? drawn() : "");
    for (InetAddress address : options.addresses()) {
      try {
        int port = reception.listen(address, 0, ranks * (options.streams() + 1)).getPort();
        own.append('|').append(address.getHostAddress()).append('|').append(port);
      } catch (IOException e) {
        String text = "cannot listen on " + address.getHostAddress() + ": " + Reasons.of(e);
        exchange.refuse(text);
        throw new IOException(text, e);
      }
    }
    return own.toString();
  }

  private static String drawn() {
    byte[] random = new byte[Reception.SECRET];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private SocketChannel call(int peer, String[] parts, int stream, Exchange exchange, long end)
      throws IOException {
    int addresses = (parts.length - 2) / 2;
    int turn = Math.max(0, stream);
    int at = 2 + turn % addresses * 2;
    InetAddress to = InetAddress.getByName(parts[at]);
    InetSocketAddress there = new InetSocketAddress(to, Integer.parseInt(parts[at + 1]));
    InetAddress from = options.addresses().get(turn % options.addresses().size());
    String whom = "rank " + peer + " at " + there;
    SocketChannel channel = SocketChannel.open();
    try {
      Sockets.tune(channel);
      channel.bind(new InetSocketAddress(from, 0));
      channel.configureBlocking(false);
      channel.connect(there);
      while (!channel.finishConnect()) {
        LockSupport.parkNanos(CONNECT_NS);
        goOn(exchange, end, whom);
      }
      Greeting greeting = new Greeting(channel, secret, rank, stream);
      while (!greeting.done()) {
        // Others call this rank meanwhile, and would wait for it as it waits for them.
        reception.look(0, secret, this::welcome);
        LockSupport.parkNanos(CONNECT_NS);
        goOn(exchange, end, whom);
      }
      return channel;
    } catch (ConnectException e) {
      Sockets.close(channel);
      Reasons.await(exchange, end - System.nanoTime());
      throw new IOException(whom + " does not answer: " + e.getMessage(), e);
    } catch (SocketTimeoutException e) {
      Sockets.close(channel);
      throw e;
    } catch (IOException e) {
      Sockets.close(channel);
      Reasons.await(exchange, end - System.nanoTime());
      throw new IOException(whom + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      Sockets.close(channel);
      throw e;
    }
  }

  private void answer(Exchange exchange, long end) throws IOException {
    while (missing > 0) {
      reception.look(LOOK_MS, secret, this::welcome);
      if (missing > 0) {
        goOn(exchange, end, "ranks " + absent());
      }
    }
  }

  private boolean welcome(int peer, int stream, SocketChannel caller) throws IOException {
    boolean expected = peer > rank && peer < ranks && stream >= CONTROL;
    if (!expected || stream >= options.streams() || connections[peer][stream + 1] != null) {
      return false;
    }
    Sockets.tune(caller);
    connections[peer][stream + 1] = caller;
    missing--;
    return true;
  }

  private String absent() {
    StringJoiner absent = new StringJoiner(", ");
    for (int peer = rank + 1; peer < ranks; peer++) {
      for (SocketChannel connection : connections[peer]) {
        if (connection == null) {
          absent.add(Integer.toString(peer));
          break;
        }
      }
    }
    return absent.toString();
  }

  private void goOn(Exchange exchange, long end, String awaited) throws IOException {
    long now = System.nanoTime();
    if (now - checked > CHECK_NS) {
      checked = now;
      exchange.check();
    }
    if (now - end > 0) {
      throw new SocketTimeoutException("waited " + deadline.toMillis() + " ms for " + awaited);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new SocketTimeoutException("interrupted while it waited for " + awaited);
    }
  }

  /** Closes the listeners. */
  @Override
  public void close() {
    reception.close();
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
