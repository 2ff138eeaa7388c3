package io.busbar.runtime.kernel;

import io.busbar.runtime.buffer.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;

/**
 * Loops over elements in memory segments. Offsets are bytes, counts elements; segments may be on
 * the heap or off it and need no alignment. {@code into} may be one of the inputs, at the same
 * offset. Has scratch of its own: an instance belongs to one thread at a time.
 */
public abstract class Kernels {
  private static final String MODULE = "jdk.incubator.vector";

  /** Bytes that are handled at once: four arrays of this size stay in a first-level cache. */
  static final int BLOCK = 8192;

  private static final int LINE = 64;

  private final MemorySegment sum = scratch();

  Kernels() {}

  /** A block outside the heap. */
  static MemorySegment scratch() {
    return Arena.ofAuto().allocate(BLOCK, LINE);
  }

  /** The fastest loops that this JVM has. */
  public static Kernels best() {
    if (!vectorised()) {
      return new PlainKernels();
    }
    try {
      // By name, so that a JVM without the module never links the class.
      return (Kernels)
          Class.forName("io.busbar.runtime.kernel.VectorKernels")
              .getDeclaredConstructor()
              .newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Loops that need no module. */
  public static Kernels plain() {
    return new PlainKernels();
  }

  /** Whether {@link #best} uses the Vector API. */
  public static boolean vectorised() {
    return ModuleLayer.boot().findModule(MODULE).isPresent();
  }

  /** One line that says which loops run, and how to get the faster ones. */
  public abstract String describe();

  /** {@code into = a op b}; {@code AVG} adds. Narrow types are computed in float and rounded. */
  public abstract void combine(
      ReduceOp op,
      DType type,
      MemorySegment into,
      long intoAt,
      MemorySegment a,
      long aAt,
      MemorySegment b,
      long bAt,
      long count);

  /** Divides by a count of ranks, as {@link ReduceOp#AVG} does. */
  public abstract void divide(DType type, MemorySegment values, long at, long count, int ranks);

  /**
   * Starts sums of a narrow type, in an order that only {@link #addWide} and {@link #narrow} know.
   *
   * @param count at most {@link #BLOCK} / 4
   */
  abstract void widen(DType type, float[] sums, MemorySegment from, long at, int count);

  /** {@code sums = sums op from}. */
  abstract void addWide(
      ReduceOp op, DType type, float[] sums, MemorySegment from, long at, int count);

  /** Divides by {@code ranks} and rounds once. */
  abstract void narrow(DType type, float[] sums, int ranks, MemorySegment into, long at, int count);

  abstract float[] sums();

  /**
   * Reduces any number of inputs in their order, {@code AVG} divided: the same bits whoever does
   * it. Narrow types are rounded once.
   *
   * @param from inputs, which may include {@code into}
   * @param at offset in all of them
   */
  public final void reduceAll(
      ReduceOp op,
      DType type,
      MemorySegment into,
      long intoAt,
      MemorySegment[] from,
      long at,
      long count) {
    int most = type.narrow() ? BLOCK / Float.BYTES : BLOCK / type.bytes();
    for (long done = 0; done < count; done += most) {
      int length = (int) Math.min(most, count - done);
      long skip = done * type.bytes();
      if (type.narrow()) {
        reduceNarrow(op, type, into, intoAt + skip, from, at + skip, length);
      } else {
        reduceBlock(op, type, into, intoAt + skip, from, at + skip, length);
      }
    }
  }

  private void reduceBlock(
      ReduceOp op,
      DType type,
      MemorySegment into,
      long intoAt,
      MemorySegment[] from,
      long at,
      int length) {
    int last = from.length - 1;
    if (last == 0) {
      MemorySegment.copy(from[0], at, into, intoAt, (long) length * type.bytes());
      return;
    }
    // The target may be an input that is still to be read, so it is written by the last addition.
    MemorySegment left = from[0];
    long leftAt = at;
    for (int i = 1; i < last; i++) {
      combine(op, type, sum, 0, left, leftAt, from[i], at, length);
      left = sum;
      leftAt = 0;
    }
    combine(op, type, into, intoAt, left, leftAt, from[last], at, length);
    if (op == ReduceOp.AVG) {
      divide(type, into, intoAt, length, from.length);
    }
  }

  private void reduceNarrow(
      ReduceOp op,
      DType type,
      MemorySegment into,
      long intoAt,
      MemorySegment[] from,
      long at,
      int length) {
    float[] sums = sums();
    widen(type, sums, from[0], at, length);
    for (int i = 1; i < from.length; i++) {
      addWide(op, type, sums, from[i], at, length);
    }
    narrow(type, sums, op == ReduceOp.AVG ? from.length : 1, into, intoAt, length);
  }
}
