package io.busbar.runtime.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A rank that connects to rank 0, and tries again while that one is not there yet. */
final class LeafBootstrap implements Bootstrap {
  private static final long RETRY_NS = 20_000_000;

  private final int rank;
  private final int ranks;
  private final Wire wire;

  LeafBootstrap(int rank, int ranks, InetSocketAddress root, String token, Duration deadline) {
    this.rank = rank;
    this.ranks = ranks;
    try {
      wire = connect(root, System.nanoTime() + deadline.toNanos());
      wire.deadline(deadline.toMillis());
      wire.write(Wire.GREETING);
      wire.write(token);
      wire.write(Integer.toString(rank));
      wire.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("rank " + rank + " meeting rank 0 at " + root, e);
    }
  }

  private static Wire connect(InetSocketAddress root, long end) throws IOException {
    while (true) {
      Socket socket = new Socket();
      try {
        long left = Math.max(1, (end - System.nanoTime()) / 1_000_000);
        socket.connect(root, (int) Math.min(left, Integer.MAX_VALUE));
        return new Wire(socket);
      } catch (ConnectException e) {
        socket.close();
        if (System.nanoTime() - end > 0) {
          throw e;
        }
        LockSupport.parkNanos(RETRY_NS);
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
  public String[] exchange(String own) {
    try {
      wire.write(own);
      wire.flush();
      String[] all = new String[ranks];
      for (int peer = 0; peer < ranks; peer++) {
        all[peer] = wire.read();
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("rank " + rank + " meeting the others at rank 0", e);
    }
  }

  @Override
  public void close() {
    wire.close();
  }
}
