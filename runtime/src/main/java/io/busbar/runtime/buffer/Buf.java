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
   * Elements in a segment, on the heap or off it. One of a confined arena is visible to its thread
   * only, so its elements travel over links.
   *
   * @param type of the elements; the byte order is the machine's
   * @param memory need not be aligned; outputs must not be read-only
   * @return a view of all of it
   * @throws IllegalArgumentException when the segment's bytes are no multiple of an element's
   */
  public static Buf of(DType type, MemorySegment memory) {
    if (memory.byteSize() % type.bytes() != 0) {
      throw new IllegalArgumentException(
          memory.byteSize() + " bytes; expected a multiple of " + type.bytes() + " for " + type);
    }
    return new Buf(type, memory);
  }

  /**
   * Elements between position and limit of a buffer, direct or not.
   *
   * @param type of the elements; the buffer's own byte order is not looked at
   * @param buffer its position and limit stay as they are
   * @return a view of that part
   * @throws IllegalArgumentException when the bytes are no multiple of an element's
   */
  public static Buf of(DType type, ByteBuffer buffer) {
    return of(type, MemorySegment.ofBuffer(buffer));
  }

  /**
   * All of an array, or of some numbers.
   *
   * @param array results are written into it
   * @return a view of {@link DType#FLOAT32}
   */
  public static Buf of(float... array) {
    return new Buf(DType.FLOAT32, MemorySegment.ofArray(array));
  }

  /**
   * All of an array, or of some numbers.
   *
   * @param array results are written into it
   * @return a view of {@link DType#FLOAT64}
   */
  public static Buf of(double... array) {
    return new Buf(DType.FLOAT64, MemorySegment.ofArray(array));
  }

  /**
   * All of an array, or of some numbers.
   *
   * @param array results are written into it
   * @return a view of {@link DType#INT64}
   */
  public static Buf of(long... array) {
    return new Buf(DType.INT64, MemorySegment.ofArray(array));
  }

  /**
   * All of an array, or of some numbers.
   *
   * @param array results are written into it
   * @return a view of {@link DType#INT32}
   */
  public static Buf of(int... array) {
    return new Buf(DType.INT32, MemorySegment.ofArray(array));
  }

  /**
   * All of an array of whole numbers; see {@link #float16} and {@link #bfloat16} for others.
   *
   * @param array results are written into it
   * @return a view of {@link DType#INT16}
   */
  public static Buf of(short... array) {
    return new Buf(DType.INT16, MemorySegment.ofArray(array));
  }

  /**
   * All of an array, or of some numbers.
   *
   * @param array results are written into it
   * @return a view of {@link DType#INT8}
   */
  public static Buf of(byte... array) {
    return new Buf(DType.INT8, MemorySegment.ofArray(array));
  }

  /**
   * Numbers of binary16, as {@link Float#floatToFloat16} writes them.
   *
   * @param array results are written into it
   * @return a view of {@link DType#FLOAT16}
   */
  public static Buf float16(short... array) {
    return new Buf(DType.FLOAT16, MemorySegment.ofArray(array));
  }

  /**
   * Numbers of bfloat16, as {@link Bfloat16#of} writes them.
   *
   * @param array results are written into it
   * @return a view of {@link DType#BFLOAT16}
   */
  public static Buf bfloat16(short... array) {
    return new Buf(DType.BFLOAT16, MemorySegment.ofArray(array));
  }

  /**
   * Part of it; this is how an array is given with offset and length.
   *
   * @param first index of its first element
   * @param length elements; may be 0
   * @return a view of the same memory
   * @throws IndexOutOfBoundsException when the part is not inside
   */
  public Buf slice(long first, long length) {
    Objects.checkFromIndexSize(first, length, count);
    return new Buf(type, memory.asSlice(first * type.bytes(), length * type.bytes()));
  }

  /** {@return the type of the elements} */
  public DType type() {
    return type;
  }

  /** {@return the number of elements} */
  public long count() {
    return count;
  }

  /** {@return elements times the bytes of one} */
  public long bytes() {
    return memory.byteSize();
  }

  /** {@return the memory itself, for access to elements} */
  public MemorySegment memory() {
    return memory;
  }

  @Override
  public String toString() {
    return count + " x " + type.ncclTestsName();
  }
}
