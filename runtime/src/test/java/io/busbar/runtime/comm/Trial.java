package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Bfloat16;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;

/**
 * One collective, checked against plain sums. Values are small, so that every type holds every sum
 * exactly.
 *
 * @param count elements of a block, or of the buffer where there are no blocks
 */
record Trial(
    CollectiveOp op,
    Route route,
    DType type,
    ReduceOp reduce,
    int count,
    int root,
    boolean inPlace,
    boolean heap) {

  static long value(int rank, long i, ReduceOp reduce) {
    if (reduce == ReduceOp.PROD) {
      return (rank + i) % 3 == 0 ? -1 : rank == 0 ? 2 : 1;
    }
    return (rank * 7L + i * 3) % 5 - 2 + (rank == 3 ? 1 : 0);
  }

  private boolean blocks() {
    return switch (op) {
      case ALL_REDUCE, BROADCAST, REDUCE, SEND_RECEIVE -> false;
      default -> true;
    };
  }

  /** Runs twice on a rank and checks what came out. */
  void run(Comm comm) {
    int n = comm.size();
    int rank = comm.rank();
    long whole = blocks() ? (long) count * n : count;
    boolean oneIn = op == CollectiveOp.ALL_GATHER || op == CollectiveOp.GATHER;
    boolean oneOut = op == CollectiveOp.REDUCE_SCATTER || op == CollectiveOp.SCATTER;
    Buf input = Numbers.make(type, oneIn ? count : whole, heap);
    Buf output = Numbers.make(type, oneOut ? count : whole, heap);
    if (inPlace && oneIn) {
      input = output.slice((long) rank * count, count);
    } else if (inPlace && oneOut) {
      output = input.slice((long) rank * count, count);
    } else if (inPlace || op == CollectiveOp.BROADCAST) {
      output = input;
    }
    Operation operation = comm.prepare(call(input, output));
    for (int run = 0; run < 2; run++) {
      for (long i = 0; i < output.count(); i++) {
        Numbers.set(output, i, 77);
      }
      for (long i = 0; i < input.count(); i++) {
        boolean given = op != CollectiveOp.BROADCAST || rank == root;
        Numbers.set(input, i, given ? value(rank, oneIn ? rank * (long) count + i : i, reduce) : 9);
      }
      operation.run();
      check(rank, n, output);
    }
  }

  private Call call(Buf input, Buf output) {
    return (switch (op) {
          case ALL_REDUCE -> Call.allReduce(input, output, reduce);
          case ALL_GATHER -> Call.allGather(input, output);
          case REDUCE_SCATTER -> Call.reduceScatter(input, output, reduce);
          case BROADCAST -> Call.broadcast(output, root);
          case REDUCE -> Call.reduce(input, output, reduce, root);
          case GATHER -> Call.gather(input, output, root);
          case SCATTER -> Call.scatter(input, output, root);
          case ALL_TO_ALL -> Call.allToAll(input, output);
          case SEND_RECEIVE -> Call.shift(input, output);
        })
        .by(route);
  }

  private void check(int rank, int n, Buf output) {
    boolean rooted = op == CollectiveOp.REDUCE || op == CollectiveOp.GATHER;
    if (rooted && rank != root) {
      return;
    }
    for (int i = 0; i < output.count(); i++) {
      double actual = Numbers.get(output, i);
      double expected = expected(rank, n, i);
      if (actual != expected) {
        assertThat(actual)
            .as("%s of %d: rank %d, element %d", this, n, rank, i)
            .isEqualTo(expected);
      }
    }
  }

  private double expected(int rank, int n, int i) {
    return switch (op) {
      case ALL_REDUCE, REDUCE -> reduced(n, i);
      case REDUCE_SCATTER -> reduced(n, (long) rank * count + i);
      case ALL_GATHER, GATHER -> value(i / count, i, reduce);
      case BROADCAST -> value(root, i, reduce);
      case SCATTER -> value(root, (long) rank * count + i, reduce);
      case ALL_TO_ALL -> value(i / count, (long) rank * count + i % count, reduce);
      case SEND_RECEIVE -> value((rank + n - 1) % n, i, reduce);
    };
  }

  private double reduced(int n, long i) {
    long result = value(0, i, reduce);
    for (int rank = 1; rank < n; rank++) {
      long value = value(rank, i, reduce);
      result =
          switch (reduce) {
            case SUM, AVG -> result + value;
            case PROD -> result * value;
            case MIN -> Math.min(result, value);
            case MAX -> Math.max(result, value);
          };
    }
    if (reduce != ReduceOp.AVG) {
      return result;
    }
    return switch (type) {
      case FLOAT32 -> (float) result / n;
      case FLOAT64 -> (double) result / n;
      case INT64, INT32, INT16, INT8 -> result / n;
      case FLOAT16 -> Float.float16ToFloat(Float.floatToFloat16((float) result / n));
      case BFLOAT16 -> Bfloat16.toFloat(Bfloat16.of((float) result / n));
    };
  }
}
