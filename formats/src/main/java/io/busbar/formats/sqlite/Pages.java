package io.busbar.formats.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** Pages of a file by number, from 1. Not thread-safe. */
final class Pages {
  private static final int HEADER = 100;
  private static final byte[] MAGIC =
      "SQLite format 3\0".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

  private final SeekableByteChannel file;
  final int size;
  final int usable;
  final int encoding;
  final long count;

  Pages(SeekableByteChannel file) throws IOException, SqliteException {
    this.file = file;
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    file.position(0);
    while (header.hasRemaining() && file.read(header) >= 0) {}
    byte[] h = header.array();
    if (header.position() < HEADER || !looksLikeOne(h)) {
      throw new SqliteException("the file has no whole header of SQLite");
    }
    int told = ((h[16] & 0xff) << 8) | (h[17] & 0xff);
    size = told == 1 ? 65536 : told;
    usable = size - (h[20] & 0xff);
    encoding = h[59] & 0xff;
    if (size < 512 || Integer.bitCount(size) != 1 || usable < 480) {
      throw new SqliteException("pages of " + size + " bytes");
    }
    count = file.size() / size;
  }

  static boolean looksLikeOne(byte[] head) {
    if (head.length < MAGIC.length) {
      return false;
    }
    for (int i = 0; i < MAGIC.length; i++) {
      if (head[i] != MAGIC[i]) {
        return false;
      }
    }
    return true;
  }

  void read(long page, byte[] into) throws IOException, SqliteException {
    if (page < 1 || page > count) {
      throw new SqliteException("page " + page + " lies beyond the end: the file is cut");
    }
    file.position((page - 1) * size);
    ByteBuffer buffer = ByteBuffer.wrap(into, 0, size);
    while (buffer.hasRemaining()) {
      if (file.read(buffer) < 0) {
        throw new SqliteException("the file ends within page " + page);
      }
    }
  }
}
