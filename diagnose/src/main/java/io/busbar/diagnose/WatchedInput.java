package io.busbar.diagnose;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Tells how many bytes each read brought. */
final class WatchedInput extends FilterInputStream {
  private final LongConsumer read;

  WatchedInput(InputStream in, LongConsumer read) {
    super(in);
    this.read = read;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    if (value >= 0) {
      read.accept(1);
    }
    return value;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = super.read(into, offset, length);
    if (count > 0) {
      read.accept(count);
    }
    return count;
  }
}
