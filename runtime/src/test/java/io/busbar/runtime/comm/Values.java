package io.busbar.runtime.comm;

import io.busbar.runtime.buffer.Bfloat16;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Elements as bits, made of a seed, a rank and a place, so that anybody can say what any rank had.
 * Wild integers are any bits; wild reals have fractions of many sizes. The others are so small that
 * every type holds their sums exactly.
 */
final class Values {
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  private Values() {}

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.nativeOrder());
  }

  static long mix(long a, long b) {
    long z = a * 0x9E3779B97F4A7C15L + b;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  static boolean real(DType type) {
    return switch (type) {
      case FLOAT32, FLOAT64, FLOAT16, BFLOAT16 -> true;
      default -> false;
    };
  }

  /** Bits of an element, with the sign in front. */
  static long bits(DType type, ReduceOp reduce, boolean wild, long seed, int rank, long i) {
    long random = mix(mix(seed, rank), i);
    if (!real(type)) {
      return cut(type, wild ? random : small(reduce, rank, random));
    }
    double value = small(reduce, rank, random);
    if (wild && reduce == ReduceOp.PROD) {
      value = (random & 1) - 0.5 < 0 ? -1 : 1;
      value *= 0.8 + (random >>> 11) * 0x1p-53 * 0.45;
    } else if (wild) {
      value = Math.scalb((random >> 11) * 0x1p-52, (int) (random & 15) - 9);
    }
    return of(type, value);
  }

  private static long small(ReduceOp reduce, int rank, long random) {
    if (reduce == ReduceOp.PROD) {
      return rank == 2 ? 2 : (random & 1) == 0 ? 1 : -1;
    }
    return Math.floorMod(random, 7) - 3;
  }

  /** What fits the type, as it wraps. */
  static long cut(DType type, long value) {
    return switch (type) {
      case INT8 -> (byte) value;
      case INT16 -> (short) value;
      case INT32 -> (int) value;
      default -> value;
    };
  }

  /** Bits of a real number, rounded. */
  static long of(DType type, double value) {
    return switch (type) {
      case FLOAT64 -> Double.doubleToRawLongBits(value);
      case FLOAT16 -> Float.floatToFloat16((float) value);
      case BFLOAT16 -> Bfloat16.of((float) value);
      default -> Float.floatToRawIntBits((float) value);
    };
  }

  /** The number that bits of a real type are. */
  static double number(DType type, long bits) {
    return switch (type) {
      case FLOAT64 -> Double.longBitsToDouble(bits);
      case FLOAT16 -> Float.float16ToFloat((short) bits);
      case BFLOAT16 -> Bfloat16.toFloat((short) bits);
      default -> Float.intBitsToFloat((int) bits);
    };
  }

  /** Element i of an image of a buffer. */
  static long get(DType type, byte[] image, int i) {
    return switch (type.bytes()) {
      case 1 -> image[i];
      case 2 -> (short) SHORT.get(image, 2 * i);
      case 4 -> (int) INT.get(image, 4 * i);
      default -> (long) LONG.get(image, 8 * i);
    };
  }

  static void set(DType type, byte[] image, int i, long bits) {
    switch (type.bytes()) {
      case 1 -> image[i] = (byte) bits;
      case 2 -> SHORT.set(image, 2 * i, (short) bits);
      case 4 -> INT.set(image, 4 * i, (int) bits);
      default -> LONG.set(image, 8 * i, bits);
    }
  }
}
