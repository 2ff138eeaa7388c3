package io.busbar.runtime.preflight;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;

/**
 * First bytes of a connection between agents: the key of the run, what is wanted, and three
 * figures.
 *
 * @param wish of the constants here
 */
record Header(byte wish, long a, long b, long c) {
  Header(byte wish, long a, long b) {
    this(wish, a, b, 0);
  }

  /** Take bytes until they end, and say how fast they came; a: nanoseconds that they are sent. */
  static final byte SINK = 1;

  /** Send bytes; a: for so many nanoseconds; b: at most so many a second, 0 for no limit. */
  static final byte SOURCE = 2;

  /** Answer every ping with this host's time. */
  static final byte ECHO = 3;

  /** Say what the kernel has counted. */
  static final byte COUNTERS = 4;

  /** Say how many datagrams have come; a: under this number. */
  static final byte HEARD = 5;

  /** Send datagrams; a: number to send them under, b: port, c: pause between some of them. */
  static final byte TELL = 6;

  /** Find the largest datagram that arrives; a: port, b: largest to try, c: what should arrive. */
  static final byte REACH = 7;

  /** Bytes of a key. */
  static final int KEY_BYTES = 16;

  /** A key from its text. */
  static byte[] key(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  void write(DataOutputStream out, byte[] key) throws IOException {
    out.write(key);
    out.writeByte(wish);
    out.writeLong(a);
    out.writeLong(b);
    out.writeLong(c);
    out.flush();
  }

  /** Reads what follows the key. */
  static Header read(DataInputStream in) throws IOException {
    return new Header(in.readByte(), in.readLong(), in.readLong(), in.readLong());
  }
}
