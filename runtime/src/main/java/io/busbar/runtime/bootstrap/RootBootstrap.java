package io.busbar.runtime.bootstrap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Rank 0, to which the others connect. Whoever does not know the token is turned away. */
final class RootBootstrap implements Bootstrap {
  private static final int SHORT = 256;
  private static final long GREETING_MS = 2_000;

  private final int ranks;
  private final Duration deadline;
  private final @Nullable Wire[] wires;

  RootBootstrap(int ranks, InetSocketAddress root, String token, Duration deadline) {
    this.ranks = ranks;
    this.deadline = deadline;
    this.wires = new Wire[ranks];
    try (ServerSocket listening = new ServerSocket()) {
      listening.setReuseAddress(true);
      listening.bind(root, ranks);
      accept(listening, token);
    } catch (IOException e) {
      close();
      throw new UncheckedIOException("meeting at " + root, e);
    }
  }

  private void accept(ServerSocket listening, String token) throws IOException {
    long end = System.nanoTime() + deadline.toNanos();
    int missing = ranks - 1;
    while (missing > 0) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new SocketTimeoutException("ranks " + missing() + " did not come in time");
      }
      listening.setSoTimeout((int) Math.min(left, Integer.MAX_VALUE));
      try {
        missing -= greet(listening.accept(), token) ? 1 : 0;
      } catch (SocketTimeoutException e) {
        throw new SocketTimeoutException("ranks " + missing() + " did not come in time");
      }
    }
  }

  /** A stranger is no reason to stop; a rank that comes twice is. */
  private boolean greet(Socket socket, String token) throws IOException {
    Wire wire = new Wire(socket);
    int rank;
    try {
      wire.deadline(GREETING_MS);
      boolean known = wire.read(SHORT).equals(Wire.GREETING);
      known &= same(wire.read(SHORT), token);
      rank = Integer.parseInt(wire.read(SHORT));
      if (!known || rank < 1 || rank >= ranks) {
        wire.close();
        return false;
      }
    } catch (IOException | NumberFormatException e) {
      wire.close();
      return false;
    }
    if (wires[rank] != null) {
      throw new IOException("rank " + rank + " came twice");
    }
    wires[rank] = wire;
    wire.deadline(deadline.toMillis());
    return true;
  }

  private static boolean same(String a, String b) {
    byte[] left = a.getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(left, b.getBytes(StandardCharsets.UTF_8));
  }

  private String missing() {
    StringJoiner missing = new StringJoiner(", ");
    for (int rank = 1; rank < ranks; rank++) {
      if (wires[rank] == null) {
        missing.add(Integer.toString(rank));
      }
    }
    return missing.toString();
  }

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public String[] exchange(String own) {
    String[] all = new String[ranks];
    all[0] = own;
    int peer = 1;
    try {
      for (; peer < ranks; peer++) {
        all[peer] = wire(peer).read();
      }
      for (peer = 1; peer < ranks; peer++) {
        for (String text : all) {
          wire(peer).write(text);
        }
        wire(peer).flush();
      }
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("meeting with rank " + peer, e);
    }
  }

  private Wire wire(int rank) throws IOException {
    Wire wire = wires[rank];
    if (wire == null) {
      throw new IOException("rank " + rank + " is not connected");
    }
    return wire;
  }

  @Override
  public void close() {
    for (Wire wire : wires) {
      if (wire != null) {
        wire.close();
      }
    }
  }
}
