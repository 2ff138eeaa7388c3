package io.busbar.formats.nccllog;

import java.io.IOException;
import java.io.InputStream;

/**
 * Lines of a stream as bytes, in one buffer that is used again. Of a line longer than {@link
 * #MAX_LENGTH} the rest is skipped. Not thread-safe; belongs to one reading.
 */
final class ByteLines {
  /** Bytes of a line that are kept. */
  static final int MAX_LENGTH = 16 * 1024;

  private static final int BUFFER = 64 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER];
  private final byte[] line = new byte[MAX_LENGTH];
  private int position;
  private int limit;
  private int length;
  private long number;

  ByteLines(InputStream in) {
    this.in = in;
  }

  /** Goes to the next line; false at the end. */
  boolean next() throws IOException {
    length = 0;
    boolean any = false;
    while (position < limit || fill()) {
      any = true;
      int end = lineEnd();
      keep(end);
      boolean ended = end < limit;
      position = ended ? end + 1 : end;
      if (ended) {
        break;
      }
    }
    if (any) {
      number++;
      if (length > 0 && line[length - 1] == '\r') {
        length--;
      }
    }
    return any;
  }

  private int lineEnd() {
    int i = position;
    while (i < limit && buffer[i] != '\n') {
      i++;
    }
    return i;
  }

  private void keep(int end) {
    int kept = Math.min(end - position, MAX_LENGTH - length);
    System.arraycopy(buffer, position, line, length, kept);
    length += kept;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  /** The line's bytes, from 0 to {@link #length}; overwritten by {@link #next}. */
  byte[] bytes() {
    return line;
  }

  int length() {
    return length;
  }

  /** 1-based. */
  long number() {
    return number;
  }
}
