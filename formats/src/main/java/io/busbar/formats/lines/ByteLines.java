package io.busbar.formats.lines;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Walks the lines of a stream without making strings. Of a line longer than the limit only the
 * start is kept, so memory is bounded whatever the file holds. Not thread-safe; one stream, one
 * use.
 */
public final class ByteLines {
  private static final int CHUNK = 1 << 16;
  private static final long NEWLINE = Words.each((byte) '\n');

  private final InputStream in;
  private final byte[] chunk = new byte[CHUNK];

  /** A line that was asked for as bytes, or does not lie in one chunk. */
  private final byte[] line;

  /** Where the line is: in the chunk that was read, or at the start of {@link #line}. */
  private byte[] array = chunk;

  private int from;
  private int chunkAt;
  private int chunkEnd;
  private int length;
  private int number;

  /**
   * @param in read to its end, not closed
   * @param maxLineBytes longer lines are cut there
   */
  public ByteLines(InputStream in, int maxLineBytes) {
    this.in = in;
    this.line = new byte[maxLineBytes];
  }

  /**
   * Moves to the next line; its end ({@code \n} or {@code \r\n}) does not belong to it.
   *
   * @return false at the end of the stream
   */
  public boolean next() throws IOException {
    length = 0;
    array = chunk;
    boolean any = false;
    while (true) {
      if (chunkAt == chunkEnd) {
        chunkEnd = in.read(chunk, 0, CHUNK);
        chunkAt = 0;
        if (chunkEnd <= 0) {
          chunkEnd = 0;
          return any && finish();
        }
      }
      int start = chunkAt;
      chunkAt = Words.indexOf(NEWLINE, chunk, start, chunkEnd);
      if (chunkAt < chunkEnd && !any) {
        from = start;
        length = Math.min(chunkAt++ - start, line.length);
        return finish();
      }
      any = true;
      keep(start, chunkAt);
      if (chunkAt < chunkEnd) {
        chunkAt++;
        return finish();
      }
    }
  }

  private void keep(int start, int end) {
    array = line;
    from = 0;
    int kept = Math.min(end - start, line.length - length);
    System.arraycopy(chunk, start, line, length, kept);
    length += kept;
  }

  private boolean finish() {
    if (length > 0 && array[from + length - 1] == '\r') {
      length--;
    }
    number++;
    return true;
  }

  /** The bytes of the line, valid up to {@link #length()} and until the next call. */
  public byte[] bytes() {
    if (array != line) {
      System.arraycopy(array, from, line, 0, length);
      array = line;
      from = 0;
    }
    return line;
  }

  /** An array that holds the line, from {@link #from()} on, and other bytes; not to be changed. */
  public byte[] array() {
    return array;
  }

  /** Where the line begins in {@link #array()}, which {@link #bytes()} may change. */
  public int from() {
    return from;
  }

  public int length() {
    return length;
  }

  /** Number of the line, from 1. */
  public int number() {
    return number;
  }

  /** Whether the line contains this ASCII text. */
  public boolean contains(String ascii) {
    return indexOf(ascii) >= 0;
  }

  /** Where this ASCII text starts in the line, or −1. */
  public int indexOf(String ascii) {
    for (int i = 0; i <= length - ascii.length(); i++) {
      int k = 0;
      while (k < ascii.length() && array[from + i + k] == ascii.charAt(k)) {
        k++;
      }
      if (k == ascii.length()) {
        return i;
      }
    }
    return -1;
  }

  /** Part of the line as text; bytes that are no UTF-8 become replacement characters. */
  public String text(int start, int end) {
    return new String(array, from + start, end - start, StandardCharsets.UTF_8);
  }

  /** The line as text. */
  public String text() {
    return text(0, length);
  }
}
