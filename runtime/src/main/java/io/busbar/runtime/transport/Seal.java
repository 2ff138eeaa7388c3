package io.busbar.runtime.transport;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs the frames that go one way over one connection, or checks them: HMAC-SHA-256, cut to 16
 * bytes as RFC 2104 allows, of the frame's number on the connection and all of its bytes. A frame
 * that was changed, left out, repeated or exchanged with another does not fit. For one thread.
 */
final class Seal {
  /** Bytes of a signature. */
  static final int BYTES = 16;

  private static final String HMAC = "HmacSHA256";

  private final Mac mac;
  private final byte[] full = new byte[Proof.BYTES];
  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
  private long count;

  Seal(byte[] key) {
    try {
      mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /**
   * A seal for frames of a rank to another.
   *
   * @param secret of the group, which no other group has
   */
  static Seal of(byte[] secret, int from, int to, int stream) {
    return new Seal(Proof.of(secret, "frames", new byte[0], new byte[0], from, to, stream));
  }

  /**
   * The signature of the next frame; {@link #next} goes on to the one behind it.
   *
   * @param parts which are read from their position to their limit
   * @return {@link #BYTES} bytes at the beginning of an array that the next call uses again
   */
  byte[] sign(ByteBuffer... parts) {
    mac.update(number.putLong(0, count).clear());
    for (ByteBuffer part : parts) {
      mac.update(part);
    }
    try {
      mac.doFinal(full, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException(e);
    }
    return full;
  }

  void next() {
    count++;
  }

  /**
   * Checks the next frame.
   *
   * @param signature where it lies in {@code header}
   * @throws ProtocolException when it is not the one that was sent
   */
  void check(ByteBuffer header, int signature, ByteBuffer... parts) {
    byte[] right = sign(parts);
    int different = 0;
    for (int i = 0; i < BYTES; i++) {
      different |= right[i] ^ header.get(signature + i);
    }
    if (different != 0) {
      throw new ProtocolException("the signature of frame " + count + " is wrong");
    }
    next();
  }
}
