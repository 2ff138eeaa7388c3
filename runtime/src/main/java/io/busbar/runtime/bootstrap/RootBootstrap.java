package io.busbar.runtime.bootstrap;

import io.busbar.runtime.transport.Proof;
import io.busbar.runtime.transport.Reasons;
import io.busbar.runtime.transport.Reception;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Rank 0, to which the others connect. Whoever does not know the token is turned away. */
final class RootBootstrap implements Bootstrap {
  private static final int LOOK_MS = 50;

  private final int ranks;
  private final Duration deadline;
  private final byte[] key;
  private final @Nullable Wire[] wires;

  /** What ranks have said in this round. */
  private final @Nullable String[] texts;

  private int missing;

  RootBootstrap(int ranks, InetSocketAddress root, String token, Duration deadline) {
    this.ranks = ranks;
    this.deadline = deadline;
    key = groups(token);
    this.wires = new Wire[ranks];
    this.texts = new String[ranks];
    missing = ranks - 1;
    try (Reception reception = new Reception()) {
      if (root.isUnresolved()) {
        throw new UnknownHostException(root.getHostString());
      }
      reception.listen(root.getAddress(), root.getPort(), ranks);
      answer(reception, secret(token));
    } catch (SocketTimeoutException e) {
      IllegalStateException failed = failed(String.valueOf(e.getMessage()));
      close();
      throw failed;
    } catch (IOException e) {
      close();
      throw new UncheckedIOException("meeting at " + root + ": " + Reasons.of(e), e);
    } catch (IllegalStateException e) {
      close();
      throw e;
    }
  }

  /** What the secret of the group is made with. */
  static byte[] groups(String token) {
    return Proof.key("busbar-group", token);
  }

  /** What proofs are made with. */
  static byte[] secret(String token) {
    return Proof.key("busbar-bootstrap", token);
  }

  private void answer(Reception reception, byte[] secret) throws IOException {
    long end = System.nanoTime() + deadline.toNanos();
    while (missing > 0) {
      if (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted()) {
        throw new SocketTimeoutException(
            "ranks " + missing() + " did not come in time" + strangers(reception));
      }
      reception.look(LOOK_MS, secret, this::welcome);
      for (int rank = 1; rank < ranks; rank++) {
        came(rank);
      }
    }
  }

  /** A rank that comes a second time is turned away, unless its first connection is gone. */
  private boolean welcome(int rank, int stream, SocketChannel caller) throws IOException {
    if (rank < 1 || rank >= ranks || stream != 0) {
      return false;
    }
    caller.configureBlocking(true);
    Wire wire = new Wire(caller.socket());
    if (wires[rank] != null) {
      wire.write(REFUSAL + "rank " + rank + " is in the meeting already; was it started twice?");
      wire.flush();
      return false;
    }
    wires[rank] = wire;
    missing--;
    return true;
  }

  /** Whoever called in place of a rank that is missing. */
  private String strangers(Reception reception) {
    StringJoiner strangers = new StringJoiner(", ");
    for (int rank = 1; rank < ranks; rank++) {
      if (wires[rank] == null && reception.impostor(rank)) {
        strangers.add(Integer.toString(rank));
      }
    }
    return strangers.length() == 0
        ? ""
        : "; who called as rank " + strangers + " has another token";
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

  /** Whether a rank has said something; tells all others when one is lost. */
  private boolean came(int rank) {
    Wire wire = wires[rank];
    try {
      return wire != null && wire.came();
    } catch (IOException e) {
      throw failed("rank " + rank + " was lost while the ranks met: it hung up");
    }
  }

  /** Tells all others why there will be no group. */
  private IllegalStateException failed(String why) {
    for (Wire wire : wires) {
      if (wire != null) {
        try {
          wire.write(REFUSAL + why);
          wire.flush();
        } catch (IOException e) {
          continue; // this is the one that is lost
        }
      }
    }
    return new IllegalStateException(why);
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
  public Duration deadline() {
    return deadline;
  }

  @Override
  public byte[] key() {
    return key.clone();
  }

  @Override
  public void check() {
    for (int rank = 1; rank < ranks; rank++) {
      if (came(rank)) {
        early(rank);
      }
    }
  }

  /**
   * What comes before this rank is in the exchange may be a reason, and is the rank's text else.
   */
  private void early(int rank) {
    if (texts[rank] == null) {
      texts[rank] = read(rank);
    }
  }

  private String read(int rank) {
    try {
      wire(rank).deadline(deadline.toMillis());
      String text = wire(rank).read();
      if (text.startsWith(REFUSAL)) {
        throw failed("rank " + rank + " " + text.substring(1));
      }
      return text;
    } catch (IOException e) {
      throw failed("rank " + rank + " was lost while the ranks met: " + e.getMessage());
    }
  }

  @Override
  public void refuse(String reason) {
    failed("rank 0 " + reason);
  }

  @Override
  public String[] exchange(String own) {
    long end = System.nanoTime() + deadline.toNanos();
    int left = ranks - 1;
    while (left > 0) {
      left = 0;
      for (int rank = 1; rank < ranks; rank++) {
        if (texts[rank] == null && came(rank)) {
          early(rank);
        }
        left += texts[rank] == null ? 1 : 0;
      }
      if (left > 0 && (System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted())) {
        throw failed(
            "rank " + silent() + " did not say anything within " + deadline.toMillis() + " ms");
      }
    }
    String[] all = new String[ranks];
    all[0] = own;
    for (int rank = 1; rank < ranks; rank++) {
      all[rank] = String.valueOf(texts[rank]);
      texts[rank] = null;
    }
    for (int rank = 1; rank < ranks; rank++) {
      tell(rank, all);
    }
    return all;
  }

  private int silent() {
    int rank = 1;
    while (texts[rank] != null) {
      rank++;
    }
    return rank;
  }

  private void tell(int rank, String[] all) {
    try {
      for (String text : all) {
        wire(rank).write(text);
      }
      wire(rank).flush();
    } catch (IOException e) {
      throw failed("rank " + rank + " was lost while the ranks met: " + e.getMessage());
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
