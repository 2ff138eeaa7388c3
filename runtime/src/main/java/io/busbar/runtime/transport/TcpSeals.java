package io.busbar.runtime.transport;

import java.nio.ByteBuffer;

/** Signatures of a rank's control frames, which stand behind each. */
final class TcpSeals {
  private final Seal[] out;
  private final Seal[] arriving;

  TcpSeals(byte[] secret, int rank, int ranks) {
    out = new Seal[ranks];
    arriving = new Seal[ranks];
    for (int peer = 0; peer < ranks; peer++) {
      out[peer] = Seal.of(secret, rank, peer, TcpJoin.CONTROL);
      arriving[peer] = Seal.of(secret, peer, rank, TcpJoin.CONTROL);
    }
  }

  /** A frame with its signature, if it is the next that goes to a rank. */
  ByteBuffer signed(int peer, ByteBuffer frame) {
    ByteBuffer all = ByteBuffer.allocate(frame.remaining() + Seal.BYTES).put(frame.duplicate());
    return all.put(out[peer].sign(frame.duplicate()), 0, Seal.BYTES).flip();
  }

  void sent(int peer) {
    out[peer].next();
  }

  /**
   * @param in begins with a frame
   * @param bytes of the frame without its signature
   * @throws ProtocolException when it is not the one that was sent
   */
  void check(int peer, ByteBuffer in, int bytes) {
    arriving[peer].check(in, bytes, in.duplicate().position(0).limit(bytes));
  }
}
