package io.busbar.runtime.transport;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The caller's side of a {@link Reception}, in steps that never wait: {@link #done} goes on as far
 * as it can. For one connection.
 */
public final class Greeting {
  private final SocketChannel channel;
  private final byte[] secret;
  private final int rank;
  private final int stream;
  private final byte[] own = Proof.random();
  private final byte[] theirs = new byte[Proof.BYTES];
  private final ByteBuffer out = ByteBuffer.allocate(Reception.HELLO);
  private ByteBuffer in = ByteBuffer.allocate(Reception.CHALLENGE);
  private boolean challenged;

  /**
   * Begins a greeting.
   *
   * @param channel connected, and not blocking
   * @param secret of the group
   * @param rank who calls
   * @param stream for what
   */
  public Greeting(SocketChannel channel, byte[] secret, int rank, int stream) {
    this.channel = channel;
    this.secret = secret.clone();
    this.rank = rank;
    this.stream = stream;
    out.putLong(Reception.MAGIC).put(own).putInt(0x0d0a0d0a).flip();
  }

  /**
   * Whether both sides know each other.
   *
   * @return false when there is more to come
   * @throws EOFException when the other side hangs up
   * @throws IOException when the other side is no rank, or does not know the secret
   */
  public boolean done() throws IOException {
    while (true) {
      channel.write(out);
      while (in.hasRemaining()) {
        int bytes = channel.read(in);
        if (bytes < 0) {
          throw new EOFException(
              challenged
                  ? "it hung up: it has another token, or did not hear this rank in time"
                  : "it hung up before it said who it is; is it a rank of this group?");
        }
        stranger();
        if (bytes == 0) {
          return false;
        }
      }
      if (challenged) {
        byte[] right = Proof.of(secret, Reception.LISTENER, own, theirs, rank, stream);
        if (!Proof.same(in.array(), right)) {
          throw new IOException("it does not know the token, or is no rank of this group");
        }
        return true;
      }
      answer();
    }
  }

  /** A server of another kind gives itself away with its first byte. */
  private void stranger() throws IOException {
    if (challenged) {
      return;
    }
    for (int i = 0; i < Math.min(in.position(), Long.BYTES); i++) {
      if (in.get(i) != (byte) (Reception.MAGIC >> 8 * (Long.BYTES - 1 - i))) {
        throw new IOException("who listens there is no rank of this version");
      }
    }
  }

  private void answer() {
    challenged = true;
    in.flip().getLong();
    in.get(theirs);
    in = ByteBuffer.allocate(Proof.BYTES);
    byte[] proof = Proof.of(secret, Reception.CALLER, own, theirs, rank, stream);
    out.clear().put(proof).putInt(rank).putInt(stream).putInt(0).flip();
  }
}
