package io.busbar.simulate.packet;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Threads that do one task together, again and again: number 0 is the thread that asks. Who waits
 * spins for a few microseconds, then gives up its processor.
 */
final class Crew implements AutoCloseable {
  private static final int SPINS = 2_000;

  private final IntConsumer task;
  private final LongSupplier cpuOfThread;
  private final AtomicLong cpuNanos = new AtomicLong();
  private final Thread asking = Thread.currentThread();
  private final Thread[] workers;
  private final AtomicInteger left = new AtomicInteger();
  private volatile int round;
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;

  /**
   * @param count of threads, the asking one included
   * @param cpuOfThread processor time of the thread that asks
   */
  Crew(int count, IntConsumer task, LongSupplier cpuOfThread) {
    this.task = task;
    this.cpuOfThread = cpuOfThread;
    workers = new Thread[count - 1];
    for (int i = 0; i < workers.length; i++) {
      int number = i + 1;
      workers[i] = Thread.ofPlatform().daemon().name("packets-" + number).start(() -> work(number));
    }
  }

  /** Does the task on all threads and returns when all are done. */
  void play() {
    left.set(workers.length);
    round++;
    for (Thread worker : workers) {
      LockSupport.unpark(worker);
    }
    try {
      task.accept(0);
    } finally {
      for (int spins = 0; left.get() > 0; spins++) {
        rest(spins);
      }
    }
    rethrow();
  }

  private void work(int number) {
    int done = 0;
    while (!closed) {
      for (int spins = 0; round == done && !closed; spins++) {
        rest(spins);
      }
      if (round != done) {
        done = round;
        try {
          task.accept(number);
        } catch (Throwable e) {
          failure = e;
        }
        if (left.decrementAndGet() == 0) {
          LockSupport.unpark(asking);
        }
      }
    }
    cpuNanos.addAndGet(Math.max(0, cpuOfThread.getAsLong()));
  }

  private static void rest(int spins) {
    if (spins < SPINS) {
      Thread.onSpinWait();
    } else {
      LockSupport.park();
    }
  }

  private void rethrow() {
    Throwable seen = failure;
    if (seen instanceof RuntimeException e) {
      throw e;
    }
    if (seen instanceof Error e) {
      throw e;
    }
  }

  @Override
  public void close() {
    closed = true;
    for (Thread worker : workers) {
      LockSupport.unpark(worker);
    }
    boolean interrupted = false;
    for (Thread worker : workers) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Processor time of the threads that were started, when they have ended. */
  long cpuNanos() {
    return cpuNanos.get();
  }
}
