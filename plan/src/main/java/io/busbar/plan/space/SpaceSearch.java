package io.busbar.plan.space;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * Goes through a space on several threads: each takes the next piece of it and keeps a front of its
 * own, which are merged at the end. The front does not depend on who took what. One use.
 */
public final class SpaceSearch {
  private static final long LARGEST_PIECE = 1 << 18;
  private static final long SMALLEST_PIECE = 1 << 10;
  private static final int PIECES_PER_THREAD = 64;
  private static final long WAIT_MILLIS = 200;

  private final Space space;
  private final int threads;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong done = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile boolean stopped;

  /** Told from time to time how far the search is. */
  @FunctionalInterface
  public interface Progress {
    /**
     * @param done numbers looked at
     * @param of all of them
     * @param seconds since the start
     */
    void at(long done, long of, double seconds);
  }

  /**
   * What a search found.
   *
   * @param front of all that was looked at
   * @param seconds that it took
   * @param threads that worked
   * @param complete whether all was looked at
   */
  public record Found(Front front, double seconds, int threads, boolean complete) {}

  public SpaceSearch(Space space, int threads) {
    this.space = space;
    this.threads = threads;
  }

  /**
   * The front of the whole space, or of what was looked at when it was stopped.
   *
   * @param cancelled asked a few times a second
   */
  public Found run(Progress progress, BooleanSupplier cancelled) {
    long begun = System.nanoTime();
    long piece =
        Math.clamp(
            space.size() / (threads * (long) PIECES_PER_THREAD), SMALLEST_PIECE, LARGEST_PIECE);
    List<Front> fronts = new ArrayList<>();
    List<Thread> workers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Front own = new Front(space.grid());
      fronts.add(own);
      workers.add(Thread.ofPlatform().name("search-" + t).start(() -> work(own, piece)));
    }
    for (Thread worker : workers) {
      await(worker, begun, progress, cancelled);
    }
    if (failure.get() != null) {
      throw new IllegalStateException("a thread of the search failed", failure.get());
    }
    Front all = new Front(space.grid());
    fronts.forEach(all::merge);
    return new Found(all, seconds(begun), threads, all.counts().candidates() == space.size());
  }

  private void work(Front own, long piece) {
    try {
      while (!stopped) {
        long from = next.getAndAdd(piece);
        if (from >= space.size()) {
          return;
        }
        long to = Math.min(space.size(), from + piece);
        space.into(own, from, to);
        done.addAndGet(to - from);
      }
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
      stopped = true;
    }
  }

  private void await(Thread worker, long begun, Progress progress, BooleanSupplier cancelled) {
    while (true) {
      try {
        worker.join(WAIT_MILLIS);
      } catch (InterruptedException e) {
        stopped = true;
        Thread.currentThread().interrupt();
        return;
      }
      if (!worker.isAlive()) {
        return;
      }
      progress.at(done.get(), space.size(), seconds(begun));
      if (cancelled.getAsBoolean()) {
        stopped = true;
      }
    }
  }

  private static double seconds(long begun) {
    return (System.nanoTime() - begun) * 1e-9;
  }
}
