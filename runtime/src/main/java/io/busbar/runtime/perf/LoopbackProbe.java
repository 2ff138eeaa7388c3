package io.busbar.runtime.perf;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.kernel.ReduceOp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * What plain blocking sockets do on the loopback interface: every rank sends to the next and
 * receives from the one before, in pieces of 256 KiB, all at the same time.
 */
final class LoopbackProbe {
  private static final int PIECE = 256 << 10;
  private static final int PIECES = 128;
  private static final int PARTS = 5;

  private LoopbackProbe() {}

  /** Bytes per second that each rank passes on; the median of five parts. */
  static double bytesPerSecond(Comm comm) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocketChannel listening = ServerSocketChannel.open()) {
      listening.bind(new InetSocketAddress(loopback, 0));
      int[] ports = new int[comm.size()];
      int own = ((InetSocketAddress) listening.getLocalAddress()).getPort();
      comm.allGather(Buf.of(own), Buf.of(ports));
      int next = ports[(comm.rank() + 1) % comm.size()];
      try (SocketChannel to = SocketChannel.open(new InetSocketAddress(loopback, next));
          SocketChannel from = listening.accept()) {
        return measure(comm, to, from);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("measuring plain sockets", e);
    }
  }

  private static double measure(Comm comm, SocketChannel to, SocketChannel from)
      throws IOException {
    double[] parts = new double[PARTS];
    long[] most = new long[1];
    ByteBuffer into = ByteBuffer.allocateDirect(PIECE);
    for (int p = 0; p < PARTS; p++) {
      comm.barrier();
      long start = System.nanoTime();
      Thread sending = Thread.ofPlatform().start(() -> send(to));
      for (long left = (long) PIECE * PIECES; left > 0; ) {
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
      most[0] = System.nanoTime() - start;
      comm.prepare(Call.allReduce(Buf.of(most), Buf.of(most), ReduceOp.MAX)).run();
      parts[p] = (double) PIECE * PIECES / (most[0] / 1e9);
    }
    Arrays.sort(parts);
    return parts[PARTS / 2];
  }

  private static void send(SocketChannel to) {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    try {
      for (int i = 0; i < PIECES; i++) {
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
