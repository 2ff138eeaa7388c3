package io.busbar.runtime.perf;

import com.sun.management.OperatingSystemMXBean;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.comm.Comm;
import io.busbar.runtime.comm.Operation;
import io.busbar.runtime.kernel.ReduceOp;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs operations until they are compiled on all ranks. Compilers are threads that compete with
 * ranks which wait: where ranks share processors, an operation takes a whole time slice longer as
 * long as one of them has work. So ranks run for a moment and rest for a moment, until nothing else
 * worked while they rested in several such rounds.
 */
final class Warmth {
  private static final long RUN_NS = 20_000_000;
  private static final long REST_NS = 30_000_000;
  private static final int LONGER = 4;

  /** Processor time of a process is counted in ticks of ten milliseconds. */
  private static final long TICK_NS = 10_000_000;

  private static final int QUIET_ROUNDS = 4;
  private static final int MOST_BATCH = 100_000;

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final long[] agreed = new long[1];
  private final Operation most;

  Warmth(Comm comm) {
    Buf word = Buf.of(agreed);
    most = comm.prepare(Call.allReduce(word, word, ReduceOp.MAX));
  }

  /**
   * Runs on all ranks at once, equally often.
   *
   * @param work may be a single operation
   * @param longestNs after which it ends, compiled or not
   */
  void warm(Runnable work, long longestNs) {
    long began = System.nanoTime();
    int batch = 1;
    int quiet = 0;
    boolean worked = false;
    while (quiet < QUIET_ROUNDS && ofAll(System.nanoTime() - began) < longestNs) {
      long start = System.nanoTime();
      repeat(work, batch);
      boolean shorter = ofAll(System.nanoTime() - start) < RUN_NS / 2;
      long used = system.getProcessCpuTime();
      LockSupport.parkNanos(worked ? LONGER * REST_NS : REST_NS);
      worked = ofAll(system.getProcessCpuTime() - used) > TICK_NS;
      boolean grows = shorter && batch < MOST_BATCH;
      quiet = worked || grows ? 0 : quiet + 1;
      batch = grows ? 2 * batch : batch;
    }
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

  private long ofAll(long own) {
    agreed[0] = own;
    most.run();
    return agreed[0];
  }
}
