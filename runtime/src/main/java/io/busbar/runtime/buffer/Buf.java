package io.busbar.runtime.buffer;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Elements of one type in memory that somebody else owns: a heap array or a part of it, a buffer,
 * or a memory segment. A view; nothing is copied. The memory must not change while a collective
 * that was given it runs. Immutable; as thread-safe as the memory.
 */
public final class Buf {
  private final DType type;
  private final MemorySegment memory;
  private final long count;

  private Buf(DType type, MemorySegment memory) {
    this.type = type;
    this.memory = memory;
    this.count = memory.byteSize() / type.bytes();
  }

  /**
   * Elements in a segment, on the heap or off it.
   *
   * @throws IllegalArgumentException when the segment's bytes are no multiple of an element's
   */
  public static Buf of(DType type, MemorySegment memory) {
    if (memory.byteSize() % type.bytes() != 0) {
      throw new IllegalArgumentException(
          memory.byteSize() + " bytes; expected a multiple of " + type.bytes() + " for " + type);
    }
    return new Buf(type, memory);
  }

  /** Elements between position and limit of a buffer, direct or not. */
  public static Buf of(DType type, ByteBuffer buffer) {
    return of(type, MemorySegment.ofBuffer(buffer));
  }

  public static Buf of(float... array) {
    return new Buf(DType.FLOAT32, MemorySegment.ofArray(array));
  }

  public static Buf of(double... array) {
    return new Buf(DType.FLOAT64, MemorySegment.ofArray(array));
  }

  public static Buf of(long... array) {
    return new Buf(DType.INT64, MemorySegment.ofArray(array));
  }

  public static Buf of(int... array) {
    return new Buf(DType.INT32, MemorySegment.ofArray(array));
  }

  public static Buf of(short... array) {
    return new Buf(DType.INT16, MemorySegment.ofArray(array));
  }

  public static Buf of(byte... array) {
    return new Buf(DType.INT8, MemorySegment.ofArray(array));
  }

  /** Numbers of binary16, as {@link Float#floatToFloat16} writes them. */
  public static Buf float16(short... array) {
    return new Buf(DType.FLOAT16, MemorySegment.ofArray(array));
  }

  /** Numbers of bfloat16, as {@link Bfloat16#of} writes them. */
  public static Buf bfloat16(short... array) {
    return new Buf(DType.BFLOAT16, MemorySegment.ofArray(array));
  }

  /** Part of it; this is how an array is given with offset and length. */
  public Buf slice(long first, long length) {
    Objects.checkFromIndexSize(first, length, count);
    return new Buf(type, memory.asSlice(first * type.bytes(), length * type.bytes()));
  }

  public DType type() {
    return type;
  }

  /** Elements. */
  public long count() {
    return count;
  }

  public long bytes() {
    return memory.byteSize();
  }

  public MemorySegment memory() {
    return memory;
  }

  @Override
  public String toString() {
    return count + " x " + type.ncclTestsName();
  }
}
