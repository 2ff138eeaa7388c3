package io.busbar.runtime.perf;

import com.sun.management.OperatingSystemMXBean;
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
  private final Timing timing;

  Warmth(Timing timing) {
    this.timing = timing;
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
    while (quiet < QUIET_ROUNDS && timing.most(System.nanoTime() - began) < longestNs) {
      long start = System.nanoTime();
      Timing.repeat(work, batch);
      boolean shorter = timing.most(System.nanoTime() - start) < RUN_NS / 2;
      long used = system.getProcessCpuTime();
      LockSupport.parkNanos(worked ? LONGER * REST_NS : REST_NS);
      worked = timing.most(system.getProcessCpuTime() - used) > TICK_NS;
      boolean grows = shorter && batch < MOST_BATCH;
      quiet = worked || grows ? 0 : quiet + 1;
      batch = grows ? 2 * batch : batch;
    }
  }
}
