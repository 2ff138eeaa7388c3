package io.busbar.runtime.comm;

import io.busbar.runtime.buffer.Bfloat16;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Whole numbers in buffers of any type. */
final class Numbers {
  private Numbers() {}

  /** A buffer on the heap, or off it, that starts at an odd place. */
  static Buf make(DType type, long count, boolean heap) {
    long bytes = count * type.bytes() + type.bytes();
    MemorySegment memory =
        heap ? MemorySegment.ofArray(new byte[(int) bytes]) : Arena.ofAuto().allocate(bytes);
    return Buf.of(type, memory.asSlice(type.bytes(), count * type.bytes()));
  }

  static void set(Buf buffer, long i, long value) {
    MemorySegment memory = buffer.memory();
    long at = i * buffer.type().bytes();
    switch (buffer.type()) {
      case FLOAT32 -> memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
      case FLOAT64 -> memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, value);
      case INT64 -> memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
      case INT32 -> memory.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
      case INT16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
      case INT8 -> memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
      case FLOAT16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(value));
      case BFLOAT16 -> memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Bfloat16.of(value));
    }
  }

  static double get(Buf buffer, long i) {
    MemorySegment memory = buffer.memory();
    long at = i * buffer.type().bytes();
    return switch (buffer.type()) {
      case FLOAT32 -> memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      case FLOAT64 -> memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      case INT64 -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      case INT32 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      case INT16 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
      case INT8 -> memory.get(ValueLayout.JAVA_BYTE, at);
      case FLOAT16 -> Float.float16ToFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
      case BFLOAT16 -> Bfloat16.toFloat(memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
    };
  }

  static byte[] bytes(Buf buffer) {
    return buffer.memory().toArray(ValueLayout.JAVA_BYTE);
  }
}
