package io.busbar.runtime.transport;

import java.net.Socket;
import java.util.ArrayDeque;

/**
 * Callers of a server with a thread for each, while nobody knows who they are. There are never more
 * than 256 of them, the oldest goes first, and none has longer than ten seconds, however its bytes
 * dribble in. Thread-safe.
 */
public final class Strangers {
  private static final int MOST = 256;
  private static final long GREETING_NS = 10_000_000_000L;

  private record Caller(Socket socket, long since) {}

  private final ArrayDeque<Caller> callers = new ArrayDeque<>();

  /**
   * Somebody calls. The oldest callers go when there are too many, or their time is over.
   *
   * @param socket is closed when others come and it has not been {@link #known} in time
   */
  public synchronized void came(Socket socket) {
    callers.add(new Caller(socket, System.nanoTime()));
    look();
    while (callers.size() > MOST) {
      Sockets.close(callers.remove().socket);
    }
  }

  /** Hangs up on those whose time is over; to be called now and then. */
  public synchronized void look() {
    long now = System.nanoTime();
    while (!callers.isEmpty() && now - callers.getFirst().since > GREETING_NS) {
      Sockets.close(callers.remove().socket);
    }
  }

  /**
   * A caller has said who it is, or is gone.
   *
   * @return false when it was hung up on before
   */
  public synchronized boolean known(Socket socket) {
    return callers.removeIf(caller -> caller.socket == socket);
  }

  /** Hangs up on all. */
  public synchronized void close() {
    callers.forEach(caller -> Sockets.close(caller.socket));
    callers.clear();
  }
}
