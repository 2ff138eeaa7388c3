package io.busbar.runtime.aggregate;

import io.busbar.runtime.transport.Failure;
import io.busbar.runtime.transport.Proof;
import io.busbar.runtime.transport.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * What goes over a connection at once.
 *
 * <pre>
 *   0   kind                 8   number of the chunk        24  what is called
 *   4   bytes of the body    16  number of the operation    32  count    40  root
 *   48  rank that is late, or at fault   52  kind of failure            64  body
 * </pre>
 */
final class Frame {
  static final int HEADER = 64;
  static final int MOST_TEXT = 1024;

  /** Has what the caller drew behind its kind, and no body. */
  static final int HELLO = 0x62757361;

  /** The aggregator's proof that it knows the token, and its place in the tree. */
  static final int WELCOME = 2;

  static final int JOIN = 3;
  static final int JOINED = 4;
  static final int CHUNK = 5;
  static final int BEAT = 6;
  static final int FAILED = 7;
  static final int GOODBYE = 8;

  /** Instead of a chunk: what each rank below called, since it is not the same. */
  static final int DISPUTE = 9;

  /** What the aggregator drew. */
  static final int CHALLENGE = 10;

  /** Has the caller's proof behind its kind, and no body. */
  static final int PROOF = 11;

  final ByteBuffer header = ByteBuffer.allocateDirect(HEADER).order(ByteOrder.LITTLE_ENDIAN);
  private final ByteBuffer body;
  private final ByteBuffer[] both;

  /** Whether it waits to be written. */
  boolean queued;

  /**
   * @param body where bodies of this frame are; its content may change from one to the next
   */
  Frame(ByteBuffer body) {
    this.body = body;
    this.both = new ByteBuffer[] {header, body};
  }

  /** A frame without a body that can be used again and again. */
  static Frame bare() {
    return new Frame(ByteBuffer.allocate(0));
  }

  /** A frame for one use. */
  static Frame of(int kind, byte[] body) {
    Frame frame = new Frame(ByteBuffer.wrap(body));
    frame.set(kind, body.length);
    return frame;
  }

  static Frame of(Failure failure) {
    byte[] text = failure.text().getBytes(StandardCharsets.UTF_8);
    Frame frame = new Frame(ByteBuffer.wrap(text));
    frame.set(FAILED, Math.min(text.length, MOST_TEXT));
    frame.header.putInt(48, failure.rank()).putInt(52, failure.kind().ordinal());
    return frame;
  }

  /** The failure that a frame tells. */
  static Failure failure(ByteBuffer header, ByteBuffer body) {
    byte[] text = new byte[header.getInt(4)];
    body.flip().get(text);
    Failure.Kind[] kinds = Failure.Kind.values();
    Failure.Kind kind = kinds[Math.clamp(header.getInt(52), 0, kinds.length - 1)];
    return new Failure(kind, header.getInt(48), new String(text, StandardCharsets.UTF_8));
  }

  /** Bytes of a body, which must not be more than expected. */
  static int within(int value, int most) {
    if (value < 0 || value > most) {
      throw new ProtocolException(value + " bytes where at most " + most + " were expected");
    }
    return value;
  }

  void set(int kind, int bytes) {
    header.clear();
    header.putInt(0, kind).putInt(4, bytes);
    body.clear().limit(bytes);
  }

  /** A frame of {@link Proof#BYTES} behind its kind. */
  void shows(int kind, byte[] bytes) {
    set(kind, 0);
    header.put(4, bytes);
  }

  void chunk(int bytes, long number, long operation, long what, long count, long root) {
    set(CHUNK, bytes);
    header.putLong(8, number).putLong(16, operation);
    header.putLong(24, what).putLong(32, count).putLong(40, root);
  }

  void dispute(int bytes, long number) {
    set(DISPUTE, bytes);
    header.putLong(8, number).putLong(16, -1);
  }

  void beat(int late) {
    set(BEAT, 0);
    header.putInt(48, late);
  }

  ByteBuffer[] buffers() {
    return both;
  }

  boolean written() {
    return !header.hasRemaining() && !body.hasRemaining();
  }
}
