package io.busbar.runtime.transport;

/** Waiting for the end of a thread that has been told to end, whatever the caller is told. */
public final class ThreadEnd {
  private ThreadEnd() {}

  /** Waits; an interrupt of the caller is kept for later. */
  public static void await(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
