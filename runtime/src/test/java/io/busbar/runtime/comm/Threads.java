package io.busbar.runtime.comm;

import io.busbar.runtime.bootstrap.Bootstrap;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Threads that behave like processes: each joins with a bootstrap of its own. */
final class Threads {
  private Threads() {}

  static void run(int ranks, Function<Bootstrap, Comm> join, LocalGroup.Body body) {
    String[] board = new String[ranks];
    CyclicBarrier barrier = new CyclicBarrier(ranks);
    AtomicReference<@Nullable Throwable> first = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (int r = 0; r < ranks; r++) {
      int rank = r;
      Bootstrap bootstrap =
          Bootstrap.of(
              rank,
              ranks,
              own -> {
                board[rank] = own;
                await(barrier);
                String[] all = board.clone();
                await(barrier);
                return all;
              });
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                try (Comm comm = join.apply(bootstrap)) {
                  body.run(comm);
                } catch (Throwable thrown) {
                  first.compareAndSet(null, thrown);
                }
              }));
    }
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    Throwable thrown = first.get();
    if (thrown != null) {
      throw new AssertionError(thrown);
    }
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
