package io.busbar.runtime.bootstrap;

import io.busbar.runtime.transport.Reception;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Rank 0, to which the others connect. Whoever does not know the token is turned away. */
final class RootBootstrap implements Bootstrap {
  private static final int LOOK_MS = 50;

  private final int ranks;
  private final Duration deadline;
  private final @Nullable Wire[] wires;
  private int missing;

  RootBootstrap(int ranks, InetSocketAddress root, String token, Duration deadline) {
    this.ranks = ranks;
    this.deadline = deadline;
    this.wires = new Wire[ranks];
    missing = ranks - 1;
    try (Reception reception = new Reception()) {
      if (root.isUnresolved()) {
        throw new UnknownHostException(root.getHostString());
      }
      reception.listen(root.getAddress(), root.getPort(), ranks);
      answer(reception, secret(token));
    } catch (IOException e) {
      close();
      throw new UncheckedIOException("meeting at " + root, e);
    }
  }

  /** What callers say instead of the token, which may have any length. */
  static byte[] secret(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return digest.digest(("busbar-bootstrap/" + token).getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private void answer(Reception reception, byte[] secret) throws IOException {
    long end = System.nanoTime() + deadline.toNanos();
    while (missing > 0) {
      if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
        throw new SocketTimeoutException("ranks " + missing() + " did not come in time");
      }
      reception.look(LOOK_MS, secret, this::welcome);
    }
  }

  private boolean welcome(int rank, int stream, SocketChannel caller) throws IOException {
    if (rank < 1 || rank >= ranks || stream != 0) {
      return false;
    }
    if (wires[rank] != null) {
      throw new IOException("rank " + rank + " came twice");
    }
    caller.configureBlocking(true);
    wires[rank] = new Wire(caller.socket());
    missing--;
    return true;
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
      long end = System.nanoTime() + deadline.toNanos();
      for (; peer < ranks; peer++) {
        wire(peer).deadline((end - System.nanoTime()) / 1_000_000);
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
      throw new UncheckedIOException("meeting with rank " + peer + ": " + e.getMessage(), e);
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
