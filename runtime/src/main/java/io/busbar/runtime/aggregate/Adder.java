package io.busbar.runtime.aggregate;

import io.busbar.runtime.buffer.Bfloat16;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.CallWords;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Adds up what came from below, in the order of places. Where partial sums of a narrow type come
 * from aggregators or go to one, they are floats; the root divides and rounds, once.
 */
final class Adder {
  private static final int BLOCK = 2048;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private final Kernels kernels;
  private final Share[] shares;
  private final int ranks;
  private final boolean root;
  private final boolean flat;
  private final MemorySegment sum;
  private final MemorySegment wide;
  private final short[] shorts = new short[BLOCK];
  private final float[] floats = new float[BLOCK];

  /**
   * @param shares who is below, by place
   * @param ranks of the group
   * @param root whether nobody is above
   * @param chunkBytes most bytes of a chunk of a rank
   */
  Adder(Kernels kernels, Share[] shares, int ranks, boolean root, int chunkBytes) {
    this.kernels = kernels;
    this.shares = shares.clone();
    this.ranks = ranks;
    this.root = root;
    boolean onlyRanks = root;
    for (Share share : shares) {
      onlyRanks &= !share.aggregator();
    }
    flat = onlyRanks;
    int room = flat ? 0 : chunkBytes * 2;
    sum = MemorySegment.ofArray(new byte[room]);
    wide = MemorySegment.ofArray(new byte[room]);
  }

  /**
   * Reduces a chunk.
   *
   * @param from what came from each place
   * @param into the result at the root, otherwise what goes up
   */
  void reduce(CallWords call, int count, MemorySegment[] from, MemorySegment into) {
    DType type = call.type();
    if (flat) {
      kernels.reduceAll(call.reduce(), type, into, 0, from, 0, count);
    } else if (type.narrow()) {
      narrow(call, count, from, into);
    } else {
      kernels.reduceAll(call.reduce().pairwise(), type, into, 0, from, 0, count);
      average(call, type, into, count);
    }
  }

  private void average(CallWords call, DType type, MemorySegment values, int count) {
    if (root && call.reduce() == ReduceOp.AVG) {
      kernels.divide(type, values, 0, count, ranks);
    }
  }

  private void narrow(CallWords call, int count, MemorySegment[] from, MemorySegment into) {
    MemorySegment total = root ? sum : into;
    ReduceOp op = call.reduce().pairwise();
    for (int place = 0; place < from.length; place++) {
      MemorySegment next = from[place];
      if (!shares[place].widens(call)) {
        next = wide;
        widen(call.type(), from[place], next, count);
      }
      if (place == 0) {
        MemorySegment.copy(next, 0, total, 0, (long) count * Float.BYTES);
      } else {
        kernels.combine(op, DType.FLOAT32, total, 0, total, 0, next, 0, count);
      }
    }
    if (root) {
      average(call, DType.FLOAT32, total, count);
      round(call.type(), total, into, count);
    }
  }

  private void widen(DType type, MemorySegment from, MemorySegment into, int count) {
    for (int at = 0; at < count; at += BLOCK) {
      int n = Math.min(BLOCK, count - at);
      MemorySegment.copy(from, SHORT, (long) at * Short.BYTES, shorts, 0, n);
      if (type == DType.FLOAT16) {
        for (int i = 0; i < n; i++) {
          floats[i] = Float.float16ToFloat(shorts[i]);
        }
      } else {
        for (int i = 0; i < n; i++) {
          floats[i] = Bfloat16.toFloat(shorts[i]);
        }
      }
      MemorySegment.copy(floats, 0, into, FLOAT, (long) at * Float.BYTES, n);
    }
  }

  private void round(DType type, MemorySegment from, MemorySegment into, int count) {
    for (int at = 0; at < count; at += BLOCK) {
      int n = Math.min(BLOCK, count - at);
      MemorySegment.copy(from, FLOAT, (long) at * Float.BYTES, floats, 0, n);
      if (type == DType.FLOAT16) {
        for (int i = 0; i < n; i++) {
          shorts[i] = Float.floatToFloat16(floats[i]);
        }
      } else {
        for (int i = 0; i < n; i++) {
          shorts[i] = Bfloat16.of(floats[i]);
        }
      }
      MemorySegment.copy(shorts, 0, into, SHORT, (long) at * Short.BYTES, n);
    }
  }
}
