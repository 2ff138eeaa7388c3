package io.busbar.runtime.comm;

import io.busbar.runtime.execute.Task;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A prepared operation of a communicator, bound to its buffers: {@link #run} it or {@link #start}
 * it as often as needed; neither allocates. It must not be started again before it has ended.
 */
public final class Operation implements Pending {
  private final Comm comm;
  private final Task task;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private boolean running;
  private long nanos;
  private @Nullable Throwable failure;

  Operation(Comm comm, Task task) {
    this.comm = comm;
    this.task = task;
  }

  /**
   * Runs it after all that was started before, and waits for its end.
   *
   * @throws io.busbar.runtime.error.CollectiveException when it cannot be finished
   */
  public void run() {
    comm.run(this);
  }

  /**
   * Starts it after all that was started before, and returns at once. Its buffers must be left
   * alone until it has ended.
   *
   * @return this operation
   * @throws IllegalStateException when it still runs, or 1,024 others wait
   */
  public Pending start() {
    lock.lock();
    try {
      if (running) {
        throw new IllegalStateException("the operation still runs");
      }
      running = true;
      failure = null;
    } finally {
      lock.unlock();
    }
    comm.enqueue(this);
    return this;
  }

  /** On the caller's thread, or the one of the communicator. */
  void here() {
    comm.oneThread.enter();
    try {
      task.run();
    } finally {
      comm.oneThread.leave();
    }
  }

  /** On the progress thread. */
  void background(Progress progress) {
    Throwable thrown = null;
    long start = System.nanoTime();
    try {
      here();
    } catch (RuntimeException | Error e) {
      thrown = e;
    }
    long took = System.nanoTime() - start;
    progress.ended();
    end(thrown, took);
  }

  void end(@Nullable Throwable thrown, long took) {
    lock.lock();
    try {
      running = false;
      failure = thrown;
      nanos = took;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * How long the operation took when it last ran in the background, without waiting its turn.
   *
   * @return nanoseconds
   */
  public long backgroundNanos() {
    lock.lock();
    try {
      return nanos;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean done() {
    lock.lock();
    try {
      return !running;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void await() {
    await(Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000));
  }

  @Override
  public boolean await(Duration longest) {
    long left = longest.toNanos();
    lock.lock();
    try {
      while (running && left > 0) {
        left = ended.awaitNanos(left);
      }
      if (running) {
        return false;
      }
      rethrow(failure);
      return true;
    } catch (InterruptedException e) {
      throw comm.interrupted(e);
    } finally {
      lock.unlock();
    }
  }

  private static void rethrow(@Nullable Throwable failure) {
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
