package io.busbar.runtime.comm;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Where a buffer lies. In front of it and behind it there is something that nobody may touch. */
enum Placement {
  /** A part of an array of its type. */
  ARRAY,
  /** Between position and limit of a direct buffer. */
  DIRECT,
  /** Off the heap, aligned to nothing. */
  ODD,
  /** Memory that only this thread may use. */
  CONFINED,
  /** Memory that all ranks see. */
  ALLOCATED,
  /** Another one on every rank. */
  VARIED;

  static final int BEFORE = 3;
  static final int BEHIND = 5;

  /**
   * Elements with {@link #BEFORE} elements in front and {@link #BEHIND} behind.
   *
   * @param arena a confined one
   * @param allocated memory that all ranks see, not used by anything else
   */
  Buf make(DType type, long count, int rank, Arena arena, MemorySegment allocated) {
    int width = type.bytes();
    long all = count + BEFORE + BEHIND;
    return switch (this) {
      case ARRAY -> array(type, (int) all);
      case DIRECT -> {
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) (all * width + 9));
        yield Buf.of(type, buffer.position(9).slice());
      }
      case ODD -> Buf.of(type, Arena.ofAuto().allocate(all * width + 1).asSlice(1));
      case CONFINED -> Buf.of(type, arena.allocate(all * width));
      case ALLOCATED -> Buf.of(type, allocated.asSlice(0, all * width));
      case VARIED -> {
        Placement[] visible = {ARRAY, DIRECT, ODD, ALLOCATED};
        yield visible[rank % visible.length].make(type, count, rank, arena, allocated);
      }
    };
  }

  private static Buf array(DType type, int all) {
    return switch (type) {
      case FLOAT32 -> Buf.of(new float[all]);
      case FLOAT64 -> Buf.of(new double[all]);
      case INT64 -> Buf.of(new long[all]);
      case INT32 -> Buf.of(new int[all]);
      case INT16 -> Buf.of(new short[all]);
      case INT8 -> Buf.of(new byte[all]);
      case FLOAT16 -> Buf.float16(new short[all]);
      case BFLOAT16 -> Buf.bfloat16(new short[all]);
    };
  }
}
