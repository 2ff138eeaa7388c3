package io.busbar.formats.chakra;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A cursor over one protobuf message in memory: varints, fields of four and eight bytes, and fields
 * with a length. What does not fit ends with {@link Broken}, never beyond the end. Reused from
 * message to message; not thread-safe.
 */
final class Wire {
  static final int VARINT = 0;
  static final int EIGHT = 1;
  static final int LENGTH = 2;
  static final int FOUR = 5;

  private byte[] bytes = {};
  private int at;
  private int end;

  /** A message that is no protobuf, or is cut. */
  static final class Broken extends Exception {
    private static final long serialVersionUID = 1;

    private final int offset;

    Broken(String text, int offset) {
      super(text, null, false, false);
      this.offset = offset;
    }

    /** Where in the message. */
    int offset() {
      return offset;
    }
  }

  void wrap(byte[] newBytes, int from, int to) {
    bytes = newBytes;
    at = from;
    end = to;
  }

  boolean more() {
    return at < end;
  }

  int at() {
    return at;
  }

  int end() {
    return end;
  }

  long varint() throws Broken {
    int start = at;
    if (at < end && bytes[at] >= 0) {
      return bytes[at++];
    }
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at == end) {
        throw new Broken("a number that is cut", start);
      }
      byte b = bytes[at++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new Broken("a number of more than 64 bits", start);
  }

  /** The next field's number and kind: {@code number << 3 | kind}. */
  int tag() throws Broken {
    int start = at;
    long tag = varint();
    if (tag < 8 || tag > Integer.MAX_VALUE) {
      throw new Broken("a field of number 0", start);
    }
    return (int) tag;
  }

  /** The length of a field that has one; the field is inside the message. */
  int length() throws Broken {
    int start = at;
    long length = varint();
    if (length < 0 || length > end - at) {
      throw new Broken("a field that is longer than its message", start);
    }
    return (int) length;
  }

  void skipBytes(int count) {
    at += count;
  }

  long eight() throws Broken {
    need(8);
    long value = ByteBuffer.wrap(bytes, at, 8).order(ByteOrder.LITTLE_ENDIAN).getLong();
    at += 8;
    return value;
  }

  int four() throws Broken {
    need(4);
    int value = ByteBuffer.wrap(bytes, at, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
    at += 4;
    return value;
  }

  private void need(int count) throws Broken {
    if (end - at < count) {
      throw new Broken("a number that is cut", at);
    }
  }

  void skip(int kind) throws Broken {
    switch (kind) {
      case VARINT -> varint();
      case EIGHT -> eight();
      case LENGTH -> skipBytes(length());
      case FOUR -> four();
      default -> throw new Broken("a field of kind " + kind, at);
    }
  }

  String text(int from, int length) {
    return new String(bytes, from, length, StandardCharsets.UTF_8);
  }

  /** Whether the bytes there are this ASCII text. */
  boolean is(int from, int length, byte[] text) {
    if (length != text.length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (bytes[from + i] != text[i]) {
        return false;
      }
    }
    return true;
  }
}
