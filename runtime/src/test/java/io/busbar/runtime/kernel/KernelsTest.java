package io.busbar.runtime.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.runtime.buffer.Bfloat16;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KernelsTest {
  private static final int[] COUNTS = {0, 1, 7, 31, 33, 64, 1000, 5003};

  /** Random bits: infinities, NaNs and subnormal numbers included. */
  private static MemorySegment random(DType type, int count, long seed) {
    byte[] bytes = new byte[count * type.bytes()];
    new SplittableRandom(seed).nextBytes(bytes);
    MemorySegment segment = MemorySegment.ofArray(bytes);
    if (type.narrow()) {
      // Moderate numbers in between, so that not all sums overflow.
      for (int i = 0; i < count; i += 2) {
        float value = (float) (i % 37 - 18.3);
        short bits = type == DType.FLOAT16 ? Float.floatToFloat16(value) : Bfloat16.of(value);
        segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, 2L * i, bits);
      }
    }
    return segment;
  }

  /** All NaNs are one: which operand's payload survives is the processor's choice. */
  private static Object[] values(DType type, MemorySegment memory) {
    Object[] values = new Object[(int) (memory.byteSize() / type.bytes())];
    for (int i = 0; i < values.length; i++) {
      long at = (long) i * type.bytes();
      values[i] =
          switch (type) {
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
    return values;
  }

  @ParameterizedTest
  @EnumSource
  void vectors_give_what_plain_loops_give(DType type) {
    assumeTrue(Kernels.vectorised(), "needs --add-modules jdk.incubator.vector");
    Kernels plain = Kernels.plain();
    Kernels best = Kernels.best();
    for (int count : COUNTS) {
      MemorySegment a = random(type, count, 1);
      MemorySegment b = random(type, count, 2);
      MemorySegment c = random(type, count, 3);
      for (ReduceOp op : ReduceOp.values()) {
        MemorySegment expected = MemorySegment.ofArray(new byte[(int) a.byteSize()]);
        MemorySegment actual = MemorySegment.ofArray(new byte[(int) a.byteSize()]);
        plain.combine(op, type, expected, 0, a, 0, b, 0, count);
        best.combine(op, type, actual, 0, a, 0, b, 0, count);
        assertThat(values(type, actual)).as("%s %d", op, count).isEqualTo(values(type, expected));
        MemorySegment[] inputs = {a, b, c};
        plain.reduceAll(op, type, expected, 0, inputs, 0, count);
        best.reduceAll(op, type, actual, 0, inputs, 0, count);
        assertThat(values(type, actual)).as("%s %d", op, count).isEqualTo(values(type, expected));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_target_may_be_any_input(DType type) {
    Kernels kernels = Kernels.best();
    for (ReduceOp op : ReduceOp.values()) {
      for (int own = 0; own < 4; own++) {
        MemorySegment[] inputs = new MemorySegment[4];
        for (int i = 0; i < 4; i++) {
          inputs[i] = random(type, 3001, i);
        }
        MemorySegment apart = MemorySegment.ofArray(new byte[3001 * type.bytes()]);
        kernels.reduceAll(op, type, apart, 0, inputs, 0, 3001);
        kernels.reduceAll(op, type, inputs[own], 0, inputs, 0, 3001);
        assertThat(values(type, inputs[own])).isEqualTo(values(type, apart));
      }
    }
  }

  @Test
  void narrow_types_are_rounded_once() {
    // 256 + 0.75 + 0.75: rounding to bfloat16 in between would lose both.
    short[][] parts = {
      {Bfloat16.of(256)}, {Bfloat16.of(0.75f)}, {Bfloat16.of(0.75f)}, {Bfloat16.of(0.5f)}
    };
    MemorySegment[] inputs = new MemorySegment[4];
    for (int i = 0; i < 4; i++) {
      inputs[i] = Buf.bfloat16(parts[i]).memory();
    }
    short[] sum = new short[1];
    Kernels.best()
        .reduceAll(ReduceOp.SUM, DType.BFLOAT16, Buf.bfloat16(sum).memory(), 0, inputs, 0, 1);
    assertThat(Bfloat16.toFloat(sum[0])).isEqualTo(258f);
  }

  @Test
  void integers_wrap_and_averages_are_cut_towards_zero() {
    byte[] a = {100, -7, 3};
    byte[] b = {100, 0, 4};
    byte[] into = new byte[3];
    MemorySegment[] inputs = {Buf.of(a).memory(), Buf.of(b).memory()};
    Kernels.best().reduceAll(ReduceOp.AVG, DType.INT8, Buf.of(into).memory(), 0, inputs, 0, 3);
    assertThat(into).containsExactly(-28, -3, 3);
  }

  @Test
  void memory_off_the_heap_needs_no_alignment() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment odd = arena.allocate(4001).asSlice(1, 4000);
      Buf values = Buf.of(DType.FLOAT32, odd);
      for (int i = 0; i < 1000; i++) {
        odd.set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, i);
      }
      Kernels.best().combine(ReduceOp.SUM, DType.FLOAT32, odd, 0, odd, 0, odd, 0, values.count());
      assertThat(odd.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 3996)).isEqualTo(1998f);
    }
  }

  @Test
  void a_nan_stays_a_nan_in_bfloat16() {
    float nan = Float.intBitsToFloat(0x7f800001);
    assertThat(Bfloat16.toFloat(Bfloat16.of(nan))).isNaN();
    assertThat(Bfloat16.of(1.00390625f)).as("a tie goes to even").isEqualTo(Bfloat16.of(1f));
    assertThat(Bfloat16.toFloat(Bfloat16.of(Float.MAX_VALUE))).isInfinite();
  }
}
