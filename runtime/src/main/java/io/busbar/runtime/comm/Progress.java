package io.busbar.runtime.comm;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The thread that runs what a communicator has started, in its order; made when first needed. */
final class Progress {
  private static final int MOST = 1024;

  private final String name;
  private final BlockingQueue<Operation> queue = new ArrayBlockingQueue<>(MOST);
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean closed;
  private @Nullable Thread thread;

  Progress(String name) {
    this.name = name;
  }

  /** Whether something that was started has not ended. */
  boolean busy() {
    return open.get() > 0;
  }

  void add(Operation operation) {
    open.incrementAndGet();
    if (closed || !queue.offer(operation)) {
      open.decrementAndGet();
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
        Operation next = queue.take();
        next.background();
        open.decrementAndGet();
      } catch (InterruptedException e) {
        return; // closed
      }
    }
  }

  /** Ends the thread; what it runs has to have ended or to end soon. */
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
  }
}
