package io.busbar.runtime.perf;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.kernel.Kernels;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.foreign.MemorySegment;

/**
 * What the machine does without a collective, measured by all ranks at once: copying and adding as
 * many bytes as the operation has, and a round trip of eight bytes.
 */
final class Probe {
  private static final long PART_NS = 2_000_000;
  private static final int MOST_TIMES = 100_000;
  private static final int TRIPS = 2000;

  private final Comm comm;
  private final Timing timing;
  private final Kernels kernels;
  private final Buf input;
  private final Buf output;

  Probe(Comm comm, Timing timing, Kernels kernels, Buf input, Buf output) {
    this.comm = comm;
    this.timing = timing;
    this.kernels = kernels;
    this.input = input;
    this.output = output;
  }

  /** Half of a round trip between ranks 0 and 1, the median of five parts; 0 for one rank. */
  double oneWaySeconds(Warmth warmth, long longestNs) {
    if (comm.size() == 1) {
      return 0;
    }
    Buf word = Buf.of(new long[1]);
    int rank = comm.rank();
    Operation send = rank < 2 ? comm.prepareSend(word, 1 - rank) : null;
    Operation receive = rank < 2 ? comm.prepareReceive(word, 1 - rank) : null;
    Runnable trip =
        () -> {
          if (send != null && receive != null) {
            (rank == 0 ? send : receive).run();
            (rank == 0 ? receive : send).run();
          }
        };
    warmth.warm(trip, longestNs);
    return timing.median(trip, TRIPS / Timing.PARTS) / 2;
  }

  /** Rates of each rank while all are at work, over the buffers of the measurement. */
  PerfAnswer.Rates rates(long count) {
    long bytes = count * input.type().bytes();
    long half = count / 2;
    long halfBytes = half * input.type().bytes();
    MemorySegment in = input.memory();
    MemorySegment out = output.memory();
    double copy = bytes / median(() -> MemorySegment.copy(in, 0, out, 0, bytes));
    double reduce =
        half == 0
            ? copy
            : halfBytes
                / median(() ->
                    kernels.combine(
                        ReduceOp.SUM, input.type(), out, 0, in, 0, in, halfBytes, half));
    return new PerfAnswer.Rates(bytes, copy, reduce);
  }

  private double median(Runnable work) {
    work.run();
    return timing.median(work, timing.times(work, PART_NS, MOST_TIMES));
  }

  /**
   * Time of an operation of S bytes over n ranks at these rates: one way, plus what a rank adds up
   * and copies when it takes part in the direct algorithm, {@code a·S/reduce + c·S/copy}.
   * All-reduce: a = c = (n−1)/n; reduce-scatter and reduce: a = (n−1)/n; scatter: c = 1/n; others:
   * c = 1.
   */
  double limitSeconds(CollectiveOp op, long bytes, PerfAnswer.Rates rates, double oneWay) {
    double n = comm.size();
    double others = (n - 1) / n;
    double reduced =
        switch (op) {
          case ALL_REDUCE, REDUCE_SCATTER, REDUCE -> others;
          default -> 0;
        };
    double copied =
        switch (op) {
          case ALL_REDUCE -> others;
          case REDUCE_SCATTER, REDUCE -> 0;
          case SCATTER -> 1 / n;
          default -> 1;
        };
    double alone = n == 1 ? bytes / rates.copyBytesPerS() : 0;
    return oneWay
        + Math.max(
            alone,
            reduced * bytes / rates.reduceBytesPerS() + copied * bytes / rates.copyBytesPerS());
  }
}
