package io.busbar.runtime.launch;

import io.busbar.runtime.bootstrap.Wire;
import io.busbar.runtime.transport.Proof;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Both sides show that they know the token without telling it: each sends a random text and gets a
 * {@link Proof} over both. What follows on the connection is not encrypted.
 */
final class Handshake {
  private static final String GREETING = "busbar-agent-2";
  private static final String LEADS = "leads";
  private static final String SERVES = "serves";
  private static final int SHORT = 256;
  private static final int RANDOM_BYTES = 16;

  private Handshake() {}

  /** Who an agent says it is. */
  record Name(int seat, String host) {}

  /** A text that nobody can guess. */
  static String random() {
    return HexFormat.of().formatHex(Proof.random(), 0, RANDOM_BYTES);
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

  private static String proof(String token, String role, String agents, String leaders) {
    byte[] proof = Proof.of(Proof.key("agent", token), role, bytes(agents), bytes(leaders));
    return HexFormat.of().formatHex(proof);
  }

  private static boolean same(String a, String b) {
    return Proof.same(bytes(a), bytes(b));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
