package io.busbar.runtime.kernel;

import io.busbar.runtime.buffer.Bfloat16;
import io.busbar.runtime.buffer.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loops with the Vector API, straight on memory segments. The only class that knows that module; it
 * is loaded by name. binary16 stays with the plain loops, which the compiler vectorises.
 *
 * <p>bfloat16 takes two elements per 32-bit lane: the lower one shifted up and the upper one masked
 * are floats; sums of the two halves of a vector lie one after the other.
 *
 * <p>The loops only ever meet memory outside the heap. Once they had met arrays as well, the
 * compiler would make vectors objects, which takes 100 times as long; so arrays go through scratch.
 */
final class VectorKernels extends PlainKernels {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Short> SHORTS = ShortVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final int UPPER = 0xffff0000;

  private final MemorySegment left = scratch();
  private final MemorySegment right = scratch();
  private final MemorySegment result = scratch();

  @Override
  public String describe() {
    return "Vector API kernels, " + FLOATS.vectorBitSize() + " bits";
  }

  @Override
  public void combine(
      ReduceOp op,
      DType type,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long count) {
    if (into.isNative() && a.isNative() && b.isNative()) {
      straight(op.pairwise(), type, into, intoAt, a, aAt, b, bAt, count);
      return;
    }
    long most = BLOCK / type.bytes();
    for (long done = 0; done < count; done += most) {
      long length = Math.min(most, count - done);
      long bytes = length * type.bytes();
      long skip = done * type.bytes();
      MemorySegment x = outside(a, aAt + skip, left, bytes);
      MemorySegment y = outside(b, bAt + skip, right, bytes);
      boolean there = into.isNative();
      MemorySegment z = there ? into : result;
      straight(
          op.pairwise(),
          type,
          z,
          there ? intoAt + skip : 0,
          x,
          a.isNative() ? aAt + skip : 0,
          y,
          b.isNative() ? bAt + skip : 0,
          length);
      if (!there) {
        MemorySegment.copy(result, 0, into, intoAt + skip, bytes);
      }
    }
  }

  /** Bytes of a segment where the loops may read them: in place, or at the start of a block. */
  private static MemorySegment outside(
      MemorySegment memory, long at, MemorySegment block, long bytes) {
    if (memory.isNative()) {
      return memory;
    }
    MemorySegment.copy(memory, at, block, 0, bytes);
    return block;
  }

  private void straight(
      ReduceOp pair,
      DType type,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long count) {
    long bytes = count * type.bytes();
    long done =
        switch (type) {
          case FLOAT32 -> floats(pair, into, intoAt, a, aAt, b, bAt, bytes);
          case FLOAT64 -> doubles(pair, into, intoAt, a, aAt, b, bAt, bytes);
          case INT64 -> longs(pair, into, intoAt, a, aAt, b, bAt, bytes);
          case INT32 -> ints(pair, into, intoAt, a, aAt, b, bAt, bytes);
          case INT16 -> shorts(pair, into, intoAt, a, aAt, b, bAt, bytes);
          case INT8 -> bytes(pair, into, intoAt, a, aAt, b, bAt, bytes);
          case BFLOAT16 -> bfloats(pair, into, intoAt, a, aAt, b, bAt, bytes);
          case FLOAT16 -> 0;
        };
    if (done < bytes) {
      long left = (bytes - done) / type.bytes();
      super.combine(pair, type, into, intoAt + done, a, aAt + done, b, bAt + done, left);
    }
  }

  @Override
  void widen(DType type, float[] sums, MemorySegment from, long at, int count) {
    if (type != DType.BFLOAT16) {
      super.widen(type, sums, from, at, count);
      return;
    }
    MemorySegment source = outside(from, at, left, 2L * count);
    long start = from.isNative() ? at : 0;
    int lanes = INTS.length();
    int done = 0;
    for (; done <= count - 2 * lanes; done += 2 * lanes) {
      IntVector pairs = IntVector.fromMemorySegment(INTS, source, start + 2L * done, ORDER);
      lower(pairs).intoArray(sums, done);
      upper(pairs).intoArray(sums, done + lanes);
    }
    for (; done < count; done++) {
      short bits = source.get(ValueLayout.JAVA_SHORT_UNALIGNED, start + 2L * done);
      sums[done] = Bfloat16.toFloat(bits);
    }
  }

  @Override
  void addWide(ReduceOp op, DType type, float[] sums, MemorySegment from, long at, int count) {
    if (type != DType.BFLOAT16) {
      super.addWide(op, type, sums, from, at, count);
      return;
    }
    MemorySegment source = outside(from, at, left, 2L * count);
    long start = from.isNative() ? at : 0;
    ReduceOp pair = op.pairwise();
    int lanes = INTS.length();
    int done = 0;
    for (; done <= count - 2 * lanes; done += 2 * lanes) {
      IntVector pairs = IntVector.fromMemorySegment(INTS, source, start + 2L * done, ORDER);
      apply(pair, FloatVector.fromArray(FLOATS, sums, done), lower(pairs)).intoArray(sums, done);
      apply(pair, FloatVector.fromArray(FLOATS, sums, done + lanes), upper(pairs))
          .intoArray(sums, done + lanes);
    }
    for (; done < count; done++) {
      short bits = source.get(ValueLayout.JAVA_SHORT_UNALIGNED, start + 2L * done);
      sums[done] = apply(pair, sums[done], Bfloat16.toFloat(bits));
    }
  }

  @Override
  void narrow(DType type, float[] sums, int ranks, MemorySegment into, long at, int count) {
    if (type != DType.BFLOAT16) {
      super.narrow(type, sums, ranks, into, at, count);
      return;
    }
    boolean there = into.isNative();
    MemorySegment target = there ? into : result;
    long start = there ? at : 0;
    int lanes = INTS.length();
    int done = 0;
    for (; done <= count - 2 * lanes; done += 2 * lanes) {
      FloatVector low = FloatVector.fromArray(FLOATS, sums, done).div(ranks);
      FloatVector high = FloatVector.fromArray(FLOATS, sums, done + lanes).div(ranks);
      join(low, high).intoMemorySegment(target, start + 2L * done, ORDER);
    }
    for (; done < count; done++) {
      short bits = Bfloat16.of(sums[done] / ranks);
      target.set(ValueLayout.JAVA_SHORT_UNALIGNED, start + 2L * done, bits);
    }
    if (!there) {
      MemorySegment.copy(result, 0, into, at, 2L * count);
    }
  }

  private static FloatVector lower(IntVector pairs) {
    return pairs.lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats();
  }

  private static FloatVector upper(IntVector pairs) {
    return pairs.lanewise(VectorOperators.AND, UPPER).reinterpretAsFloats();
  }

  private static IntVector join(FloatVector low, FloatVector high) {
    return round(low)
        .lanewise(VectorOperators.LSHR, 16)
        .lanewise(VectorOperators.OR, round(high).lanewise(VectorOperators.AND, UPPER));
  }

  /** To the nearest bfloat16, ties to even, in the upper half; a NaN stays a NaN. */
  private static IntVector round(FloatVector values) {
    IntVector bits = values.reinterpretAsInts();
    IntVector odd = bits.lanewise(VectorOperators.LSHR, 16).lanewise(VectorOperators.AND, 1);
    VectorMask<Integer> nan = values.test(VectorOperators.IS_NAN).cast(INTS);
    return bits.add(odd).add(0x7fff).blend(bits.lanewise(VectorOperators.OR, 0x400000), nan);
  }

  private static float apply(ReduceOp op, float a, float b) {
    return switch (op) {
      case SUM, AVG -> a + b;
      case PROD -> a * b;
      case MIN -> Math.min(a, b);
      case MAX -> Math.max(a, b);
    };
  }

  private static long bfloats(
      ReduceOp op,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long bytes) {
    int step = INTS.vectorByteSize();
    long at = 0;
    for (; at <= bytes - step; at += step) {
      IntVector x = IntVector.fromMemorySegment(INTS, a, aAt + at, ORDER);
      IntVector y = IntVector.fromMemorySegment(INTS, b, bAt + at, ORDER);
      join(apply(op, lower(x), lower(y)), apply(op, upper(x), upper(y)))
          .intoMemorySegment(into, intoAt + at, ORDER);
    }
    return at;
  }

  private static long floats(
      ReduceOp op,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long bytes) {
    int step = FLOATS.vectorByteSize();
    long at = 0;
    for (; at <= bytes - step; at += step) {
      FloatVector x = FloatVector.fromMemorySegment(FLOATS, a, aAt + at, ORDER);
      FloatVector y = FloatVector.fromMemorySegment(FLOATS, b, bAt + at, ORDER);
      apply(op, x, y).intoMemorySegment(into, intoAt + at, ORDER);
    }
    return at;
  }

  private static FloatVector apply(ReduceOp op, FloatVector a, FloatVector b) {
    return switch (op) {
      case SUM, AVG -> a.add(b);
      case PROD -> a.mul(b);
      case MIN -> a.min(b);
      case MAX -> a.max(b);
    };
  }

  private static long doubles(
      ReduceOp op,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long bytes) {
    int step = DOUBLES.vectorByteSize();
    long at = 0;
    for (; at <= bytes - step; at += step) {
      DoubleVector x = DoubleVector.fromMemorySegment(DOUBLES, a, aAt + at, ORDER);
      DoubleVector y = DoubleVector.fromMemorySegment(DOUBLES, b, bAt + at, ORDER);
      apply(op, x, y).intoMemorySegment(into, intoAt + at, ORDER);
    }
    return at;
  }

  private static DoubleVector apply(ReduceOp op, DoubleVector a, DoubleVector b) {
    return switch (op) {
      case SUM, AVG -> a.add(b);
      case PROD -> a.mul(b);
      case MIN -> a.min(b);
      case MAX -> a.max(b);
    };
  }

  private static long longs(
      ReduceOp op,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long bytes) {
    int step = LONGS.vectorByteSize();
    long at = 0;
    for (; at <= bytes - step; at += step) {
      LongVector x = LongVector.fromMemorySegment(LONGS, a, aAt + at, ORDER);
      LongVector y = LongVector.fromMemorySegment(LONGS, b, bAt + at, ORDER);
      apply(op, x, y).intoMemorySegment(into, intoAt + at, ORDER);
    }
    return at;
  }

  private static LongVector apply(ReduceOp op, LongVector a, LongVector b) {
    return switch (op) {
      case SUM, AVG -> a.add(b);
      case PROD -> a.mul(b);
      case MIN -> a.min(b);
      case MAX -> a.max(b);
    };
  }

  private static long ints(
      ReduceOp op,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long bytes) {
    int step = INTS.vectorByteSize();
    long at = 0;
    for (; at <= bytes - step; at += step) {
      IntVector x = IntVector.fromMemorySegment(INTS, a, aAt + at, ORDER);
      IntVector y = IntVector.fromMemorySegment(INTS, b, bAt + at, ORDER);
      apply(op, x, y).intoMemorySegment(into, intoAt + at, ORDER);
    }
    return at;
  }

  private static IntVector apply(ReduceOp op, IntVector a, IntVector b) {
    return switch (op) {
      case SUM, AVG -> a.add(b);
      case PROD -> a.mul(b);
      case MIN -> a.min(b);
      case MAX -> a.max(b);
    };
  }

  private static long shorts(
      ReduceOp op,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long bytes) {
    int step = SHORTS.vectorByteSize();
    long at = 0;
    for (; at <= bytes - step; at += step) {
      ShortVector x = ShortVector.fromMemorySegment(SHORTS, a, aAt + at, ORDER);
      ShortVector y = ShortVector.fromMemorySegment(SHORTS, b, bAt + at, ORDER);
      apply(op, x, y).intoMemorySegment(into, intoAt + at, ORDER);
    }
    return at;
  }

  private static ShortVector apply(ReduceOp op, ShortVector a, ShortVector b) {
    return switch (op) {
      case SUM, AVG -> a.add(b);
      case PROD -> a.mul(b);
      case MIN -> a.min(b);
      case MAX -> a.max(b);
    };
  }

  private static long bytes(
      ReduceOp op,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long bytes) {
    int step = BYTES.vectorByteSize();
    long at = 0;
    for (; at <= bytes - step; at += step) {
      ByteVector x = ByteVector.fromMemorySegment(BYTES, a, aAt + at, ORDER);
      ByteVector y = ByteVector.fromMemorySegment(BYTES, b, bAt + at, ORDER);
      apply(op, x, y).intoMemorySegment(into, intoAt + at, ORDER);
    }
    return at;
  }

  private static ByteVector apply(ReduceOp op, ByteVector a, ByteVector b) {
    return switch (op) {
      case SUM, AVG -> a.add(b);
      case PROD -> a.mul(b);
      case MIN -> a.min(b);
      case MAX -> a.max(b);
    };
  }
}
