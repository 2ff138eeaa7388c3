package io.busbar.runtime.launch;

import io.busbar.runtime.bootstrap.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Both sides show that they know the token without telling it: each sends a random text and gets a
 * digest of both and the token. What follows on the connection is not encrypted.
 */
final class Handshake {
  private static final String GREETING = "busbar-agent-1";
  private static final String LEADS = "leads";
  private static final String SERVES = "serves";
  private static final int SHORT = 256;
  private static final int RANDOM_BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Handshake() {}

  /** Who an agent says it is. */
  record Name(int seat, String host) {}

  /** A text that nobody can guess. */
  static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * The agent's side.
   *
   * @throws IOException when the other side is not who it should be, or does not want this agent
   */
  static void serve(Wire wire, String token, Name name) throws IOException {
    String own = random();
    wire.write(GREETING);
    wire.write(own);
    wire.write(Integer.toString(name.seat));
    wire.write(name.host);
    wire.flush();
    String other = wire.read(SHORT);
    if (!same(wire.read(SHORT), proof(token, LEADS, own, other))) {
      throw new IOException("who listens there does not know the token");
    }
    wire.write(proof(token, SERVES, own, other));
    wire.flush();
    String refusal = wire.read(SHORT);
    if (!refusal.isEmpty()) {
      throw new IOException(refusal);
    }
  }

  /**
   * The side that leads; {@link #welcome} or {@link #refuse} ends it.
   *
   * @throws IOException when the caller is a stranger
   */
  static Name lead(Wire wire, String token) throws IOException {
    if (!wire.read(SHORT).equals(GREETING)) {
      throw new IOException("a stranger");
    }
    String other = wire.read(SHORT);
    String seat = wire.read(SHORT);
    String host = wire.read(SHORT);
    String own = random();
    wire.write(own);
    wire.write(proof(token, LEADS, other, own));
    wire.flush();
    if (!same(wire.read(SHORT), proof(token, SERVES, other, own)) || !seat.matches("\\d{1,7}")) {
      throw new IOException("a stranger");
    }
    return new Name(Integer.parseInt(seat), host);
  }

  static void welcome(Wire wire) throws IOException {
    refuse(wire, "");
  }

  static void refuse(Wire wire, String reason) throws IOException {
    wire.write(reason);
    wire.flush();
  }

  /** The token goes through two rounds, so that a digest cannot be continued by somebody else. */
  private static String proof(String token, String role, String agents, String leaders) {
    return digest(token + "/" + digest(token + "/" + role + "/" + agents + "/" + leaders));
  }

  private static String digest(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean same(String a, String b) {
    byte[] left = a.getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(left, b.getBytes(StandardCharsets.UTF_8));
  }
}
