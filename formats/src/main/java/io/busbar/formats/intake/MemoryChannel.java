package io.busbar.formats.intake;

import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** Bytes in memory to be read like a file. Not thread-safe. */
final class MemoryChannel implements SeekableByteChannel {
  private final byte[] bytes;
  private long at;

  MemoryChannel(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public int read(ByteBuffer into) {
    if (at >= bytes.length) {
      return -1;
    }
    int length = (int) Math.min(into.remaining(), bytes.length - at);
    into.put(bytes, (int) at, length);
    at += length;
    return length;
  }

  @Override
  public SeekableByteChannel position(long position) {
    at = position;
    return this;
  }

  @Override
  public long position() {
    return at;
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public int write(ByteBuffer from) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
