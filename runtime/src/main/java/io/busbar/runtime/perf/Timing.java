package io.busbar.runtime.perf;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.Arrays;

/** A clock of all ranks: they start together, and the slowest one's time counts on all of them. */
final class Timing {
  private static final int WARM_TIMES = 10;

  /** Of a median. */
  static final int PARTS = 5;

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

  /**
   * The only loop around what is warmed and measured: another one would be compiled anew while it
   * is measured.
   */
  static void repeat(Runnable work, long times) {
    for (long i = 0; i < times; i++) {
      work.run();
    }
  }

  /** Seconds that one run takes, the median of five averages of several. */
  double median(Runnable work, long times) {
    double[] parts = new double[PARTS];
    for (int p = 0; p < PARTS; p++) {
      parts[p] = seconds(work, times);
    }
    Arrays.sort(parts);
    return parts[PARTS / 2];
  }

  /** Seconds that one run takes, on the average of several. */
  double seconds(Runnable work, long times) {
    comm.barrier();
    long start = System.nanoTime();
    repeat(work, times);
    return Math.max(1, most(System.nanoTime() - start)) / 1e9 / times;
  }

  /** Runs for a time; loops are slow until they are compiled. */
  void warm(Runnable work, long nanos) {
    long start = System.nanoTime();
    long passed = 0;
    while (passed < nanos) {
      repeat(work, WARM_TIMES);
      passed = most(System.nanoTime() - start);
    }
  }

  /** How often something has to run to take a time; from one run. */
  int times(Runnable work, long wantedNs, int most) {
    double once = seconds(work, 1);
    return (int) Math.clamp((long) (wantedNs / 1e9 / once), 1, most);
  }
}
