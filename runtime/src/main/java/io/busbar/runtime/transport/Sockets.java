package io.busbar.runtime.transport;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** What all sockets of the transport have in common. */
public final class Sockets {
  private static final int BUFFER = 4 << 20;

  private Sockets() {}

  public static void tune(SocketChannel channel) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
    channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
  }

  /** Closes; an error in doing so changes nothing for anybody. */
  public static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The descriptor is gone either way.
      return;
    }
  }
}
