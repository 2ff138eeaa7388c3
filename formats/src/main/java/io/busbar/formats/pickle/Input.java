package io.busbar.formats.pickle;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a pickle with a position; never beyond the end. Not thread-safe. */
final class Input {
  private static final int MAX_LINE = 4096;
  private static final int MAX_BIG = 1024;

  /** Bytes of one text; the members of the largest groups take less. */
  static final int MAX_TEXT = 4 << 20;

  private final byte[] bytes;
  private int at;

  Input(byte[] bytes) {
    this.bytes = bytes;
  }

  int at() {
    return at;
  }

  PickleException bad(String what) {
    return new PickleException(at, what);
  }

  int u1() throws PickleException {
    need(1);
    return bytes[at++] & 0xff;
  }

  int u2() throws PickleException {
    return u1() | (u1() << 8);
  }

  int i4() throws PickleException {
    need(4);
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value |= (bytes[at++] & 0xff) << (8 * i);
    }
    return value;
  }

  /** Eight bytes, the lowest first. */
  long i8() throws PickleException {
    return (i4() & 0xffffffffL) | ((long) i4() << 32);
  }

  /** Big-endian, unlike all other numbers of the format. */
  double f8() throws PickleException {
    need(8);
    long bits = 0;
    for (int i = 0; i < 8; i++) {
      bits = (bits << 8) | (bytes[at++] & 0xff);
    }
    return Double.longBitsToDouble(bits);
  }

  /** A length that must lie within the file. */
  int length(long claimed) throws PickleException {
    if (claimed < 0 || claimed > bytes.length - at) {
      throw bad("a length of " + claimed + " reaches beyond the end");
    }
    return (int) claimed;
  }

  String text(long claimed) throws PickleException {
    int length = length(claimed);
    String text = new String(bytes, at, textual(length), StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  byte[] take(long claimed) throws PickleException {
    int length = textual(length(claimed));
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  private int textual(int length) throws PickleException {
    if (length > MAX_TEXT) {
      throw bad("a text of " + length + " bytes; at most " + MAX_TEXT + " are read");
    }
    return length;
  }

  String line() throws PickleException {
    int end = at;
    while (end < bytes.length && bytes[end] != '\n' && end - at < MAX_LINE) {
      end++;
    }
    if (end >= bytes.length || bytes[end] != '\n') {
      throw bad("a line without end");
    }
    String line = new String(bytes, at, end - at, StandardCharsets.UTF_8);
    at = end + 1;
    return line;
  }

  /** A number of that many bytes in two's complement; as text when it is longer than a long. */
  Object integer(int length) throws PickleException {
    if (length == 0) {
      return 0L;
    }
    if (length > MAX_BIG) {
      throw bad("a number of " + length + " bytes");
    }
    byte[] little = take(length);
    byte[] big = new byte[length];
    for (int i = 0; i < length; i++) {
      big[i] = little[length - 1 - i];
    }
    BigInteger value = new BigInteger(big);
    return value.bitLength() < 64 ? (Object) value.longValue() : value.toString();
  }

  private void need(int count) throws PickleException {
    if (count < 0 || bytes.length - at < count) {
      throw bad("the file ends here");
    }
  }
}
