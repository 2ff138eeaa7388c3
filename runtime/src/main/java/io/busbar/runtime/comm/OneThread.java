package io.busbar.runtime.comm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Lets one thread into a communicator at a time; two at once would give wrong sums. */
final class OneThread {
  private static final long LOOK_NS = 100_000;
  private static final VarHandle INSIDE;

  static {
    try {
      INSIDE = MethodHandles.lookup().findVarHandle(OneThread.class, "inside", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private volatile @Nullable Thread inside;

  /**
   * The caller begins an operation.
   *
   * @throws IllegalStateException when another thread is in one; both are named
   */
  void enter() {
    Thread own = Thread.currentThread();
    Object other = INSIDE.compareAndExchangeAcquire(this, (Thread) null, own);
    if (other instanceof Thread first) {
      throw new IllegalStateException(
          "thread '"
              + first.getName()
              + "' is in an operation of this communicator, and thread '"
              + own.getName()
              + "' began another one; it is for one thread at a time: take turns, or give each"
              + " thread a communicator of its own (split)");
    }
  }

  /** The caller has ended its operation. */
  void leave() {
    INSIDE.setRelease(this, (Thread) null);
  }

  /** The other thread that is inside; null for none. */
  @Nullable Thread other() {
    Thread now = inside;
    return now == Thread.currentThread() ? null : now;
  }

  /** Waits until no other thread is inside. */
  void awaitNobody() {
    while (other() != null) {
      LockSupport.parkNanos(LOOK_NS);
    }
  }
}
