package io.busbar.runtime.perf;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.kernel.ReduceOp;

/** A clock of all ranks: they start together, and the slowest one's time counts on all of them. */
final class Timing {
  private static final int WARM_TIMES = 10;

  private final Comm comm;
  private final long[] word = new long[1];
  private final Operation most;

  Timing(Comm comm) {
    this.comm = comm;
    most = comm.prepare(Call.allReduce(Buf.of(word), Buf.of(word), ReduceOp.MAX));
  }

  /** The largest of all ranks' numbers. */
  long most(long own) {
    word[0] = own;
    most.run();
    return word[0];
  }

  /** Seconds that one run takes, on the average of several. */
  double seconds(Operation operation, int times) {
    comm.barrier();
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      operation.run();
    }
    return Math.max(1, most(System.nanoTime() - start)) / 1e9 / times;
  }

  /** Runs for a time; loops are slow until they are compiled. */
  void warm(Operation operation, long nanos) {
    long start = System.nanoTime();
    long passed = 0;
    while (passed < nanos) {
      for (int i = 0; i < WARM_TIMES; i++) {
        operation.run();
      }
      passed = most(System.nanoTime() - start);
    }
  }

  /** How often an operation has to run to take a time; from one run. */
  int times(Operation operation, long wantedNs, int most) {
    double once = seconds(operation, 1);
    return (int) Math.clamp((long) (wantedNs / 1e9 / once), 1, most);
  }
}
