package io.busbar.runtime.comm;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The thread that runs what a communicator has started, in its order; made when first needed. */
final class Progress {
  private static final int MOST = 1024;

  private final String name;
  private final BlockingQueue<Operation> queue = new ArrayBlockingQueue<>(MOST);
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition idle = lock.newCondition();
  private volatile int open;
  private volatile boolean closed;
  private @Nullable Thread thread;

  Progress(String name) {
    this.name = name;
  }

  /** Whether something that was started has not ended. */
  boolean busy() {
    return open > 0;
  }

  /** Waits until all that was started has ended. */
  void drain() throws InterruptedException {
    if (busy()) {
      lock.lock();
      try {
        while (busy()) {
          idle.await();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private void count(int more) {
    lock.lock();
    try {
      open += more;
      if (open == 0) {
        idle.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Called for each operation when its thread has done with it, before anybody is told. */
  void ended() {
    count(-1);
  }

  void add(Operation operation) {
    count(1);
    if (closed || !queue.offer(operation)) {
      ended();
      operation.end(null, 0);
      throw new IllegalStateException(
          closed ? "the communicator is closed" : "more than " + MOST + " operations were started");
    }
    if (thread == null) {
      thread = Thread.ofPlatform().name(name).daemon().start(this::work);
    }
  }

  private void work() {
    while (!closed) {
      try {
        queue.take().background(this);
      } catch (InterruptedException e) {
        return; // closed
      }
    }
  }

  /** Ends the thread; what it runs has to have ended or to end soon. What waits is given up. */
  void close() {
    closed = true;
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    for (Operation left = queue.poll(); left != null; left = queue.poll()) {
      ended();
      left.end(new IllegalStateException("the communicator was closed before this began"), 0);
    }
  }
}
