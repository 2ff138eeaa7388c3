package io.busbar.base.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends with an error when more comes than is read. */
final class LimitedInput extends FilterInputStream {
  private final long most;
  private long left;

  LimitedInput(InputStream in, long most) {
    super(in);
    this.most = most;
    this.left = most;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    count(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    int read = super.read(into, from, length);
    count(read);
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    long skipped = super.skip(count);
    count(skipped);
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(long read) throws IOException {
    left -= Math.max(0, read);
    if (left < 0) {
      throw new UnreadableFile("at most " + size(most), "is this the right file?");
    }
  }

  private static String size(long bytes) {
    return bytes % (1L << 30) == 0
        ? (bytes >> 30) + " GiB"
        : bytes % (1 << 20) == 0 ? (bytes >> 20) + " MiB" : bytes + " bytes";
  }
}
