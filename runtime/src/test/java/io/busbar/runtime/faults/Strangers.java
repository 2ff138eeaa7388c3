package io.busbar.runtime.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.SplittableRandom;

/**
 * Calls a port without a pause: some say nothing, some a byte, some a megabyte of anything, some
 * hang up at once. Two hundred are there at a time.
 */
final class Strangers implements AutoCloseable {
  private static final int MOST = 200;
  private static final int LARGE = 1 << 20;

  private final int port;
  private final SplittableRandom random;
  private final ArrayDeque<Socket> open = new ArrayDeque<>();
  private final Thread thread;
  private volatile boolean closed;

  Strangers(int port, long seed) {
    this.port = port;
    random = new SplittableRandom(seed);
    thread = Thread.ofPlatform().daemon().name("strangers").start(this::call);
  }

  private void call() {
    byte[] garbage = new byte[LARGE];
    random.nextBytes(garbage);
    while (!closed) {
      try {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        open.add(socket);
        int bytes = new int[] {0, 1, 44, LARGE}[random.nextInt(4)];
        Thread.ofVirtual().start(() -> say(socket, garbage, bytes));
        if (open.size() > MOST || bytes == 0 && random.nextBoolean()) {
          open.remove().close();
        }
        Thread.sleep(1);
      } catch (IOException e) {
        Thread.yield(); // nobody listens yet, or any more
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** It may be hung up on before it is through. */
  private static void say(Socket socket, byte[] garbage, int bytes) {
    try {
      socket.getOutputStream().write(garbage, 0, bytes);
    } catch (IOException e) {
      return;
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    closed = true;
    thread.interrupt();
    thread.join();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
