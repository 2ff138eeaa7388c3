package io.busbar.runtime.comm;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A cable between callers and a listener on this host, which can be cut or go dead, remembers what
 * callers say, and can change it.
 */
final class Relay implements AutoCloseable {
  private final ServerSocket listener;
  private final InetSocketAddress to;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
  private volatile boolean dead;
  private volatile boolean flips;

  Relay(InetSocketAddress to) throws IOException {
    this.to = to;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  private void accept() {
    try {
      while (true) {
        Socket near = listener.accept();
        Socket far = new Socket(to.getAddress(), to.getPort());
        sockets.addAll(List.of(near, far));
        Thread.ofVirtual().start(() -> copy(near, far, true));
        Thread.ofVirtual().start(() -> copy(far, near, false));
      }
    } catch (IOException e) {
      return; // closed
    }
  }

  private void copy(Socket from, Socket into, boolean up) {
    byte[] block = new byte[64 << 10];
    try {
      int bytes = from.getInputStream().read(block);
      while (bytes >= 0) {
        if (up) {
          hear(block, bytes);
        }
        if (up && flips && bytes > 64) {
          flips = false;
          block[bytes - 1] ^= 1;
        }
        if (!dead) {
          into.getOutputStream().write(block, 0, bytes);
        }
        bytes = from.getInputStream().read(block);
      }
      into.shutdownOutput();
    } catch (IOException e) {
      return; // cut
    }
  }

  private synchronized void hear(byte[] block, int bytes) {
    heard.write(block, 0, bytes);
  }

  /** What all callers have said. */
  synchronized byte[] heard() {
    return heard.toByteArray();
  }

  /** Changes a bit of the next longer piece that a caller sends. */
  void flip() {
    flips = true;
  }

  /** Nothing comes through any more, and nobody is told. */
  void die() {
    dead = true;
  }

  /** Both ends see their connections close. */
  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }
}
