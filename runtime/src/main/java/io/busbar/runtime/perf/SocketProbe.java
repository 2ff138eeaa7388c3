package io.busbar.runtime.perf;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.Comm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * What plain blocking sockets do: every rank sends to the next and receives from the one before, in
 * pieces of 256 KiB, all at the same time.
 */
final class SocketProbe {
  private static final int PIECE = 256 << 10;
  private static final int MOST_PIECES = 128;
  private static final double PART_SECONDS = 0.3;
  private static final int PARTS = 5;

  private static final int PLACE_BYTES = 24;

  private SocketProbe() {}

  /**
   * Bytes per second that each rank passes on; the median of five parts.
   *
   * @param own address of this rank that the one before can reach
   */
  static double bytesPerSecond(Comm comm, InetAddress own) {
    try (ServerSocketChannel listening = ServerSocketChannel.open()) {
      listening.bind(new InetSocketAddress(own, 0));
      InetSocketAddress next = next(comm, (InetSocketAddress) listening.getLocalAddress());
      try (SocketChannel to = SocketChannel.open(next);
          SocketChannel from = listening.accept()) {
        return measure(comm, to, from);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("measuring plain sockets", e);
    }
  }

  /** Where the next rank listens. A place is port, length of the address, address. */
  private static InetSocketAddress next(Comm comm, InetSocketAddress own)
      throws UnknownHostException {
    byte[] address = own.getAddress().getAddress();
    byte[] place = new byte[PLACE_BYTES];
    ByteBuffer.wrap(place).putInt(own.getPort()).putInt(address.length).put(address);
    byte[] all = new byte[PLACE_BYTES * comm.size()];
    comm.allGather(Buf.of(place), Buf.of(all));
    int rank = (comm.rank() + 1) % comm.size();
    ByteBuffer next = ByteBuffer.wrap(all, PLACE_BYTES * rank, PLACE_BYTES);
    int port = next.getInt();
    byte[] bytes = new byte[next.getInt()];
    next.get(bytes);
    return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
  }

  private static double measure(Comm comm, SocketChannel to, SocketChannel from)
      throws IOException {
    double once = seconds(comm, to, from, 1);
    int pieces = (int) Math.clamp((long) (PART_SECONDS / once), 1, MOST_PIECES);
    double[] parts = new double[PARTS];
    for (int p = 0; p < PARTS; p++) {
      parts[p] = (double) PIECE * pieces / seconds(comm, to, from, pieces);
    }
    Arrays.sort(parts);
    return parts[PARTS / 2];
  }

  /** Of the slowest rank. */
  private static double seconds(Comm comm, SocketChannel to, SocketChannel from, int pieces)
      throws IOException {
    ByteBuffer into = ByteBuffer.allocateDirect(PIECE);
    comm.barrier();
    long start = System.nanoTime();
    Thread sending = Thread.ofPlatform().start(() -> send(to, pieces));
    for (long left = (long) PIECE * pieces; left > 0; ) {
      into.clear().limit((int) Math.min(PIECE, left));
      int bytes = from.read(into);
      if (bytes < 0) {
        throw new IOException("the connection closed");
      }
      left -= bytes;
    }
    try {
      sending.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return new Timing(comm).most(System.nanoTime() - start) / 1e9;
  }

  private static void send(SocketChannel to, int pieces) {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    try {
      for (int i = 0; i < pieces; i++) {
        piece.clear();
        while (piece.hasRemaining()) {
          to.write(piece);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("measuring plain sockets", e);
    }
  }
}
