package io.busbar.runtime.transport;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows that a side knows a secret without telling it: HMAC-SHA-256 (RFC 2104) of what both sides
 * have drawn at random, so that what was recorded is of no use for another connection.
 */
public final class Proof {
  /** Bytes of a proof, and of what a side draws. */
  public static final int BYTES = 32;

  private static final String HMAC = "HmacSHA256";
  private static final SecureRandom RANDOM = new SecureRandom();

  private Proof() {}

  /** {@return bytes that nobody can guess} */
  public static byte[] random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /**
   * {@return a key for proofs, of any secret}
   *
   * @param purpose what it is for, so that no proof of one purpose is one of another
   * @param secret of any length
   */
  public static byte[] key(String purpose, String secret) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return digest.digest((purpose + "/" + secret).getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /**
   * {@return a proof}
   *
   * @param role of the side that proves, such as caller
   * @param callers what the caller drew
   * @param listeners what the other side drew
   * @param says what is proved to come from that side as well
   */
  public static byte[] of(byte[] key, String role, byte[] callers, byte[] listeners, int... says) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      mac.update(role.getBytes(StandardCharsets.UTF_8));
      mac.update((byte) 0);
      mac.update(callers);
      mac.update(listeners);
      for (int word : says) {
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(word).flip());
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  /** {@return whether two proofs are equal, in a time that does not tell where they differ} */
  public static boolean same(byte[] a, byte[] b) {
    return MessageDigest.isEqual(a, b);
  }
}
