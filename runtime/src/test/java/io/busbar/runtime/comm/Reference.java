package io.busbar.runtime.comm;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.kernel.ReduceOp;

/**
 * What a collective has to give, element by element, from its definition: nothing of the runtime is
 * used. Integers and small reals are exact. Wild reals may differ by a rounding per addition, or
 * not at all where sums are promised in rank order.
 *
 * @param count elements of a block, or of the buffer where there are no blocks
 */
record Reference(
    CollectiveOp op,
    DType type,
    ReduceOp reduce,
    boolean wild,
    boolean ordered,
    long count,
    int root,
    int ranks,
    long seed) {

  /** Element i of what a rank gives. */
  long given(int rank, long i) {
    return Values.bits(type, reduce, wild, seed, rank, i);
  }

  /** All that a rank gives. */
  byte[] image(int rank, long elements) {
    byte[] image = new byte[(int) elements * type.bytes()];
    for (int i = 0; i < elements; i++) {
      Values.set(type, image, i, given(rank, i));
    }
    return image;
  }

  /** What is wrong with a rank's output; empty when nothing is. */
  String judge(int rank, byte[] output) {
    for (int i = 0; i < output.length / type.bytes(); i++) {
      String wrong = judge(rank, i, Values.get(type, output, i));
      if (!wrong.isEmpty()) {
        return "element " + i + " " + wrong;
      }
    }
    return "";
  }

  private String judge(int rank, long i, long actual) {
    long expected =
        switch (op) {
          case ALL_GATHER, GATHER -> given((int) (i / count), i % count);
          case BROADCAST -> given(root, i);
          case SCATTER -> given(root, rank * count + i);
          case ALL_TO_ALL -> given((int) (i / count), rank * count + i % count);
          case SEND_RECEIVE -> given((rank + ranks - 1) % ranks, i);
          case ALL_REDUCE, REDUCE -> reduced(i);
          case REDUCE_SCATTER -> reduced(rank * count + i);
        };
    if (actual == expected) {
      return "";
    }
    boolean moved =
        switch (op) {
          case ALL_REDUCE, REDUCE, REDUCE_SCATTER -> false;
          default -> true;
        };
    if (!moved && Values.real(type)) {
      double is = Values.number(type, actual);
      double should = Values.number(type, expected);
      long at = op == CollectiveOp.REDUCE_SCATTER ? rank * count + i : i;
      if (is == should || wild && !ordered && Math.abs(is - should) <= slack(at)) {
        return "";
      }
      return "is " + is + ", expected " + should;
    }
    return "is " + Long.toHexString(actual) + ", expected " + Long.toHexString(expected);
  }

  private long reduced(long i) {
    return switch (type) {
      case FLOAT64 -> Values.of(type, doubles(i));
      case FLOAT32, FLOAT16, BFLOAT16 -> Values.of(type, floats(i));
      default -> whole(i);
    };
  }

  private long whole(long i) {
    long result = given(0, i);
    for (int rank = 1; rank < ranks; rank++) {
      long other = given(rank, i);
      result =
          switch (reduce) {
            case SUM, AVG -> result + other;
            case PROD -> result * other;
            case MIN -> Math.min(result, other);
            case MAX -> Math.max(result, other);
          };
    }
    long wrapped = Values.cut(type, result);
    return reduce == ReduceOp.AVG ? wrapped / ranks : wrapped;
  }

  private double doubles(long i) {
    double result = Values.number(type, given(0, i));
    for (int rank = 1; rank < ranks; rank++) {
      double other = Values.number(type, given(rank, i));
      result =
          switch (reduce) {
            case SUM, AVG -> result + other;
            case PROD -> result * other;
            case MIN -> Math.min(result, other);
            case MAX -> Math.max(result, other);
          };
    }
    return reduce == ReduceOp.AVG ? result / ranks : result;
  }

  private float floats(long i) {
    float result = (float) Values.number(type, given(0, i));
    for (int rank = 1; rank < ranks; rank++) {
      float other = (float) Values.number(type, given(rank, i));
      result =
          switch (reduce) {
            case SUM, AVG -> result + other;
            case PROD -> result * other;
            case MIN -> Math.min(result, other);
            case MAX -> Math.max(result, other);
          };
    }
    return reduce == ReduceOp.AVG ? result / ranks : result;
  }

  /** A rounding of every partial sum, and one of the average, on both sides. */
  private double slack(long i) {
    double size = reduce == ReduceOp.PROD ? 1 : 0;
    for (int rank = 0; rank < ranks; rank++) {
      double part = Math.abs(Values.number(type, given(rank, i)));
      size =
          switch (reduce) {
            case SUM, AVG -> size + part;
            case PROD -> size * part;
            case MIN, MAX -> 0;
          };
    }
    double rounding =
        switch (type) {
          case FLOAT64 -> 0x1p-53;
          case FLOAT32 -> 0x1p-24;
          case FLOAT16 -> 0x1p-11;
          default -> 0x1p-8;
        };
    double share = reduce == ReduceOp.AVG ? 1.0 / ranks : 1;
    double tiny = type == DType.FLOAT16 ? 0x1p-24 : 0;
    return 2.2 * (ranks + 1) * rounding * size * share + (size == 0 ? 0 : ranks * tiny);
  }
}
