package io.busbar.runtime.kernel;

import io.busbar.runtime.buffer.Bfloat16;
import io.busbar.runtime.buffer.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Loops over staged arrays. The compiler vectorises loops over arrays, but not over two memory
 * segments, which might overlap; so blocks are copied to arrays, worked on, and copied back.
 */
class PlainKernels extends Kernels {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private final float[] floatsA = new float[BLOCK / Float.BYTES];
  private final float[] floatsB = new float[BLOCK / Float.BYTES];
  private final double[] doublesA = new double[BLOCK / Double.BYTES];
  private final double[] doublesB = new double[BLOCK / Double.BYTES];
  private final long[] longsA = new long[BLOCK / Long.BYTES];
  private final long[] longsB = new long[BLOCK / Long.BYTES];
  private final int[] intsA = new int[BLOCK / Integer.BYTES];
  private final int[] intsB = new int[BLOCK / Integer.BYTES];
  private final short[] shortsA = new short[BLOCK / Short.BYTES];
  private final short[] shortsB = new short[BLOCK / Short.BYTES];
  private final byte[] bytesA = new byte[BLOCK];
  private final byte[] bytesB = new byte[BLOCK];

  @Override
  public String describe() {
    return "plain kernels; --add-modules jdk.incubator.vector gives the faster ones";
  }

  @Override
  final float[] sums() {
    return floatsA;
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
    int most = type.narrow() ? BLOCK / Float.BYTES : BLOCK / type.bytes();
    for (long done = 0; done < count; done += most) {
      int length = (int) Math.min(most, count - done);
      long skip = done * type.bytes();
      block(op.pairwise(), type, into, intoAt + skip, a, aAt + skip, b, bAt + skip, length);
    }
  }

  private void block(
      ReduceOp op,
      DType type,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      int n) {
    switch (type) {
      case FLOAT32 -> {
        MemorySegment.copy(a, FLOAT, aAt, floatsA, 0, n);
        MemorySegment.copy(b, FLOAT, bAt, floatsB, 0, n);
        floats(op, floatsA, floatsB, n);
        MemorySegment.copy(floatsA, 0, into, FLOAT, intoAt, n);
      }
      case FLOAT64 -> {
        MemorySegment.copy(a, DOUBLE, aAt, doublesA, 0, n);
        MemorySegment.copy(b, DOUBLE, bAt, doublesB, 0, n);
        doubles(op, doublesA, doublesB, n);
        MemorySegment.copy(doublesA, 0, into, DOUBLE, intoAt, n);
      }
      case INT64 -> {
        MemorySegment.copy(a, LONG, aAt, longsA, 0, n);
        MemorySegment.copy(b, LONG, bAt, longsB, 0, n);
        longs(op, longsA, longsB, n);
        MemorySegment.copy(longsA, 0, into, LONG, intoAt, n);
      }
      case INT32 -> {
        MemorySegment.copy(a, INT, aAt, intsA, 0, n);
        MemorySegment.copy(b, INT, bAt, intsB, 0, n);
        ints(op, intsA, intsB, n);
        MemorySegment.copy(intsA, 0, into, INT, intoAt, n);
      }
      case INT16 -> {
        MemorySegment.copy(a, SHORT, aAt, shortsA, 0, n);
        MemorySegment.copy(b, SHORT, bAt, shortsB, 0, n);
        shorts(op, shortsA, shortsB, n);
        MemorySegment.copy(shortsA, 0, into, SHORT, intoAt, n);
      }
      case INT8 -> {
        MemorySegment.copy(a, BYTE, aAt, bytesA, 0, n);
        MemorySegment.copy(b, BYTE, bAt, bytesB, 0, n);
        bytes(op, bytesA, bytesB, n);
        MemorySegment.copy(bytesA, 0, into, BYTE, intoAt, n);
      }
      case FLOAT16, BFLOAT16 -> {
        // The loops of this class, whatever a subclass does with the order of sums.
        unpack(type, floatsA, a, aAt, n);
        unpack(type, floatsB, b, bAt, n);
        floats(op, floatsA, floatsB, n);
        pack(type, floatsA, into, intoAt, n);
      }
    }
  }

  @Override
  public void divide(DType type, MemorySegment values, long at, long count, int ranks) {
    int most = type.narrow() ? BLOCK / Float.BYTES : BLOCK / type.bytes();
    for (long done = 0; done < count; done += most) {
      int length = (int) Math.min(most, count - done);
      divideBlock(type, values, at + done * type.bytes(), length, ranks);
    }
  }

  private void divideBlock(DType type, MemorySegment values, long at, int n, int ranks) {
    switch (type) {
      case FLOAT32 -> {
        MemorySegment.copy(values, FLOAT, at, floatsA, 0, n);
        for (int i = 0; i < n; i++) {
          floatsA[i] = floatsA[i] / ranks;
        }
        MemorySegment.copy(floatsA, 0, values, FLOAT, at, n);
      }
      case FLOAT64 -> {
        MemorySegment.copy(values, DOUBLE, at, doublesA, 0, n);
        for (int i = 0; i < n; i++) {
          doublesA[i] = doublesA[i] / ranks;
        }
        MemorySegment.copy(doublesA, 0, values, DOUBLE, at, n);
      }
      case INT64 -> {
        MemorySegment.copy(values, LONG, at, longsA, 0, n);
        for (int i = 0; i < n; i++) {
          longsA[i] = longsA[i] / ranks;
        }
        MemorySegment.copy(longsA, 0, values, LONG, at, n);
      }
      case INT32 -> {
        MemorySegment.copy(values, INT, at, intsA, 0, n);
        for (int i = 0; i < n; i++) {
          intsA[i] = intsA[i] / ranks;
        }
        MemorySegment.copy(intsA, 0, values, INT, at, n);
      }
      case INT16 -> {
        MemorySegment.copy(values, SHORT, at, shortsA, 0, n);
        for (int i = 0; i < n; i++) {
          shortsA[i] = (short) (shortsA[i] / ranks);
        }
        MemorySegment.copy(shortsA, 0, values, SHORT, at, n);
      }
      case INT8 -> {
        MemorySegment.copy(values, BYTE, at, bytesA, 0, n);
        for (int i = 0; i < n; i++) {
          bytesA[i] = (byte) (bytesA[i] / ranks);
        }
        MemorySegment.copy(bytesA, 0, values, BYTE, at, n);
      }
      case FLOAT16, BFLOAT16 -> {
        unpack(type, floatsA, values, at, n);
        divide(floatsA, n, ranks);
        pack(type, floatsA, values, at, n);
      }
    }
  }

  private static void divide(float[] values, int n, int ranks) {
    for (int i = 0; i < n; i++) {
      values[i] /= ranks;
    }
  }

  @Override
  void widen(DType type, float[] sums, MemorySegment from, long at, int count) {
    unpack(type, sums, from, at, count);
  }

  @Override
  void addWide(ReduceOp op, DType type, float[] sums, MemorySegment from, long at, int count) {
    unpack(type, floatsB, from, at, count);
    floats(op.pairwise(), sums, floatsB, count);
  }

  @Override
  void narrow(DType type, float[] sums, int ranks, MemorySegment into, long at, int count) {
    if (ranks > 1) {
      divide(sums, count, ranks);
    }
    pack(type, sums, into, at, count);
  }

  private void unpack(DType type, float[] into, MemorySegment from, long at, int n) {
    MemorySegment.copy(from, SHORT, at, shortsA, 0, n);
    if (type == DType.FLOAT16) {
      for (int i = 0; i < n; i++) {
        into[i] = Float.float16ToFloat(shortsA[i]);
      }
    } else {
      for (int i = 0; i < n; i++) {
        into[i] = Bfloat16.toFloat(shortsA[i]);
      }
    }
  }

  private void pack(DType type, float[] from, MemorySegment into, long at, int n) {
    if (type == DType.FLOAT16) {
      for (int i = 0; i < n; i++) {
        shortsA[i] = Float.floatToFloat16(from[i]);
      }
    } else {
      for (int i = 0; i < n; i++) {
        shortsA[i] = Bfloat16.of(from[i]);
      }
    }
    MemorySegment.copy(shortsA, 0, into, SHORT, at, n);
  }

  private static void floats(ReduceOp op, float[] a, float[] b, int n) {
    switch (op) {
      case SUM, AVG -> {
        for (int i = 0; i < n; i++) {
          a[i] += b[i];
        }
      }
      case PROD -> {
        for (int i = 0; i < n; i++) {
          a[i] *= b[i];
        }
      }
      case MIN -> {
        for (int i = 0; i < n; i++) {
          a[i] = Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = 0; i < n; i++) {
          a[i] = Math.max(a[i], b[i]);
        }
      }
    }
  }

  private static void doubles(ReduceOp op, double[] a, double[] b, int n) {
    switch (op) {
      case SUM, AVG -> {
        for (int i = 0; i < n; i++) {
          a[i] += b[i];
        }
      }
      case PROD -> {
        for (int i = 0; i < n; i++) {
          a[i] *= b[i];
        }
      }
      case MIN -> {
        for (int i = 0; i < n; i++) {
          a[i] = Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = 0; i < n; i++) {
          a[i] = Math.max(a[i], b[i]);
        }
      }
    }
  }

  private static void longs(ReduceOp op, long[] a, long[] b, int n) {
    switch (op) {
      case SUM, AVG -> {
        for (int i = 0; i < n; i++) {
          a[i] += b[i];
        }
      }
      case PROD -> {
        for (int i = 0; i < n; i++) {
          a[i] *= b[i];
        }
      }
      case MIN -> {
        for (int i = 0; i < n; i++) {
          a[i] = Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = 0; i < n; i++) {
          a[i] = Math.max(a[i], b[i]);
        }
      }
    }
  }

  private static void ints(ReduceOp op, int[] a, int[] b, int n) {
    switch (op) {
      case SUM, AVG -> {
        for (int i = 0; i < n; i++) {
          a[i] += b[i];
        }
      }
      case PROD -> {
        for (int i = 0; i < n; i++) {
          a[i] *= b[i];
        }
      }
      case MIN -> {
        for (int i = 0; i < n; i++) {
          a[i] = Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = 0; i < n; i++) {
          a[i] = Math.max(a[i], b[i]);
        }
      }
    }
  }

  private static void shorts(ReduceOp op, short[] a, short[] b, int n) {
    switch (op) {
      case SUM, AVG -> {
        for (int i = 0; i < n; i++) {
          a[i] = (short) (a[i] + b[i]);
        }
      }
      case PROD -> {
        for (int i = 0; i < n; i++) {
          a[i] = (short) (a[i] * b[i]);
        }
      }
      case MIN -> {
        for (int i = 0; i < n; i++) {
          a[i] = (short) Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = 0; i < n; i++) {
          a[i] = (short) Math.max(a[i], b[i]);
        }
      }
    }
  }

  private static void bytes(ReduceOp op, byte[] a, byte[] b, int n) {
    switch (op) {
      case SUM, AVG -> {
        for (int i = 0; i < n; i++) {
          a[i] = (byte) (a[i] + b[i]);
        }
      }
      case PROD -> {
        for (int i = 0; i < n; i++) {
          a[i] = (byte) (a[i] * b[i]);
        }
      }
      case MIN -> {
        for (int i = 0; i < n; i++) {
          a[i] = (byte) Math.min(a[i], b[i]);
        }
      }
      case MAX -> {
        for (int i = 0; i < n; i++) {
          a[i] = (byte) Math.max(a[i], b[i]);
        }
      }
    }
  }
}
