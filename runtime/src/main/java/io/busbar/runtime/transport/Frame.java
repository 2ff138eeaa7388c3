package io.busbar.runtime.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A piece of a stream that waits to be written, made once and used again and again.
 *
 * <pre>
 *   0   kind        8   bytes of the body that follows     16  number of the message
 *   4   channel     12  -                                  24  tag
 *   32  messages of the channel that were released in the other direction
 *   40  signature of header (to here) and body, or 0       64  body
 * </pre>
 */
final class Frame {
  static final int HEADER = 64;
  static final int SIGNATURE = 40;
  static final int DATA = 1;
  static final int CREDIT = 2;

  final ByteBuffer buffer;

  /** Whether it waits in a stream. */
  boolean queued;

  Frame(ByteBuffer buffer) {
    this.buffer = buffer.order(ByteOrder.LITTLE_ENDIAN);
  }

  void set(int kind, int channel, int bytes, long number, long tag, long released) {
    buffer.clear();
    buffer.putInt(0, kind).putInt(4, channel).putInt(8, bytes);
    buffer.putLong(16, number).putLong(24, tag).putLong(32, released);
    buffer.limit(HEADER + bytes);
  }

  /** Puts the signature in; the frame goes next. */
  void sign(Seal seal) {
    ByteBuffer all = buffer.duplicate();
    ByteBuffer body = buffer.duplicate().position(HEADER);
    buffer.put(SIGNATURE, seal.sign(all.limit(SIGNATURE), body), 0, Seal.BYTES);
    seal.next();
  }
}
