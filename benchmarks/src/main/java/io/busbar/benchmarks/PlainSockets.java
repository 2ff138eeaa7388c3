package io.busbar.benchmarks;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.Comm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * What plain blocking sockets do between the same hosts, with the same buffers and a thread for
 * each connection and direction: no credits, nothing is added up.
 */
final class PlainSockets implements AutoCloseable {
  private static final int PIECE = 256 << 10;
  private static final int BUFFER = 4 << 20;

  private final List<SocketChannel> to = new ArrayList<>();
  private final List<SocketChannel> from = new ArrayList<>();

  private PlainSockets() {}

  /** To the next rank. */
  static PlainSockets ring(Comm comm, String address, int streams) throws IOException {
    int next = (comm.rank() + 1) % comm.size();
    return connect(comm, address, next, streams, streams);
  }

  /** From all ranks to rank 0. */
  static PlainSockets incast(Comm comm, String address, int streams) throws IOException {
    boolean root = comm.rank() == 0;
    return connect(comm, address, 0, root ? 0 : streams, root ? streams * (comm.size() - 1) : 0);
  }

  private static PlainSockets connect(Comm comm, String address, int peer, int calls, int answers)
      throws IOException {
    PlainSockets made = new PlainSockets();
    try (ServerSocketChannel listening = ServerSocketChannel.open()) {
      listening.bind(new InetSocketAddress(address, 0));
      int[] ports = new int[comm.size()];
      int own = ((InetSocketAddress) listening.getLocalAddress()).getPort();
      comm.allGather(Buf.of(own), Buf.of(ports));
      for (int i = 0; i < calls; i++) {
        SocketChannel call = SocketChannel.open();
        call.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
        call.connect(new InetSocketAddress(HostsRates.address(peer), ports[peer]));
        made.to.add(call);
      }
      for (int i = 0; i < answers; i++) {
        SocketChannel answer = listening.accept();
        answer.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
        made.from.add(answer);
      }
    }
    return made;
  }

  /**
   * Sends and receives until all is done.
   *
   * @param sent bytes over all outgoing connections
   * @param received bytes over all incoming connections
   */
  void move(long sent, long received) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (SocketChannel channel : to) {
      threads.add(Thread.ofPlatform().start(() -> send(channel, sent / to.size())));
    }
    for (SocketChannel channel : from) {
      threads.add(Thread.ofPlatform().start(() -> receive(channel, received / from.size())));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void send(SocketChannel channel, long bytes) {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    try {
      for (long left = bytes; left > 0; ) {
        piece.clear().limit((int) Math.min(PIECE, left));
        left -= piece.limit();
        while (piece.hasRemaining()) {
          channel.write(piece);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void receive(SocketChannel channel, long bytes) {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE);
    try {
      for (long left = bytes; left > 0; ) {
        piece.clear().limit((int) Math.min(PIECE, left));
        int read = channel.read(piece);
        if (read < 0) {
          throw new IOException("the connection closed");
        }
        left -= read;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel channel : to) {
      channel.close();
    }
    for (SocketChannel channel : from) {
      channel.close();
    }
  }
}
