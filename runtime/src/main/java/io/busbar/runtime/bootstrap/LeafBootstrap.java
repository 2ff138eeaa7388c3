package io.busbar.runtime.bootstrap;

import io.busbar.runtime.transport.AwakeClock;
import io.busbar.runtime.transport.Greeting;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A rank that connects to rank 0, and tries again while that one is not there yet. */
final class LeafBootstrap implements Bootstrap {
  /** Rank 0 gives up first, and says who is missing. */
  private static final long LATER_NS = 500_000_000;

  /** Rank 0 answers in milliseconds, on a very busy host in seconds. */
  private static final long GREETING_NS = 10_000_000_000L;

  private static final long LOOK_NS = 100_000;
  private static final long RETRY_NS = 20_000_000;

  private final int rank;
  private final int ranks;
  private final Duration deadline;
  private final byte[] key;
  private final Wire wire;

  LeafBootstrap(int rank, int ranks, InetSocketAddress root, String token, Duration deadline) {
    this.rank = rank;
    this.ranks = ranks;
    this.deadline = deadline;
    key = RootBootstrap.groups(token);
    try {
      if (root.isUnresolved()) {
        throw new UnknownHostException(root.getHostString());
      }
      SocketChannel channel = connect(root, System.nanoTime() + deadline.toNanos());
      greet(channel, RootBootstrap.secret(token));
      wire = new Wire(channel.socket());
    } catch (IOException e) {
      String text = "rank " + rank + " meeting rank 0 at " + root + ": " + e.getMessage();
      throw new UncheckedIOException(text, e);
    }
  }

  /** Who listens there answers at once, or is somebody else. */
  private void greet(SocketChannel channel, byte[] secret) throws IOException {
    try {
      channel.configureBlocking(false);
      Greeting greeting = new Greeting(channel, secret, rank, 0);
      AwakeClock clock = new AwakeClock();
      long end = clock.now() + Math.min(GREETING_NS, deadline.toNanos());
      while (!greeting.done()) {
        if (clock.now() - end > 0 || Thread.currentThread().isInterrupted()) {
          throw new SocketTimeoutException("who listens there says nothing; it is no rank 0");
        }
        LockSupport.parkNanos(LOOK_NS);
      }
      channel.configureBlocking(true);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static SocketChannel connect(InetSocketAddress root, long end) throws IOException {
    while (true) {
      SocketChannel channel = SocketChannel.open();
      try {
        long left = Math.max(1, (end - System.nanoTime()) / 1_000_000);
        channel.socket().connect(root, (int) Math.min(left, Integer.MAX_VALUE));
        return channel;
      } catch (ConnectException e) {
        channel.close();
        if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LockSupport.parkNanos(RETRY_NS);
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public Duration deadline() {
    return deadline;
  }

  @Override
  public byte[] key() {
    return key.clone();
  }

  @Override
  public void check() {
    try {
      if (wire.came()) {
        // Before this rank has said something, rank 0 has only a reason to tell.
        throw refused(wire.read());
      }
    } catch (IOException e) {
      throw lost(e);
    }
  }

  private static IllegalStateException refused(String text) {
    return new IllegalStateException(
        text.startsWith(REFUSAL) ? text.substring(1) : "rank 0 broke the protocol of the meeting");
  }

  private IllegalStateException lost(IOException cause) {
    String text = "rank " + rank + " lost rank 0 while the ranks met: " + cause.getMessage();
    return new IllegalStateException(text, cause);
  }

  @Override
  public void refuse(String reason) {
    try {
      wire.write(REFUSAL + reason);
      wire.flush();
    } catch (IOException e) {
      return; // rank 0 sees the connection end
    }
  }

  @Override
  public String[] exchange(String own) {
    try {
      wire.write(own);
      wire.flush();
    } catch (IOException e) {
      check(); // rank 0 may have said why it does not listen any more
      throw lost(e);
    }
    try {
      String[] all = new String[ranks];
      long end = System.nanoTime() + deadline.toNanos() + LATER_NS;
      for (int peer = 0; peer < ranks; peer++) {
        wire.deadline((end - System.nanoTime()) / 1_000_000);
        all[peer] = wire.read();
        if (all[peer].startsWith(REFUSAL)) {
          throw refused(all[peer]);
        }
      }
      return all;
    } catch (EOFException | SocketException e) {
      throw new IllegalStateException(
          "rank " + rank + " lost rank 0 while the ranks met: it hung up", e);
    } catch (IOException e) {
      throw lost(e);
    }
  }

  @Override
  public void close() {
    wire.close();
  }
}
