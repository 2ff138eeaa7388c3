package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.error.CollectiveAbortedException;
import io.busbar.runtime.kernel.ReduceOp;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A second thread in a communicator is told of the first, and spoils nothing. */
class OneThreadTest {
  private static ExecutorService named(String name) {
    return Executors.newSingleThreadExecutor(
        task -> Thread.ofPlatform().name(name).unstarted(task));
  }

  /** Until the thread of an operation is inside it. */
  private static void awaitInside(Comm comm) throws InterruptedException {
    while (comm.oneThread.other() == null) {
      Thread.sleep(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP", "MIXED"})
  void two_threads_at_once_are_both_named_and_the_sum_is_right(Machine machine) {
    CountDownLatch tried = new CountDownLatch(1);
    machine.run(
        2,
        comm -> {
          int[] sum = {comm.rank() + 1};
          if (comm.rank() == 1) {
            tried.await();
            comm.allReduce(Buf.of(sum), ReduceOp.SUM);
          } else {
            try (ExecutorService first = named("first")) {
              Future<?> done = first.submit(() -> comm.allReduce(Buf.of(sum), ReduceOp.SUM));
              awaitInside(comm);
              assertThatThrownBy(comm::barrier)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("thread 'first' is in an operation")
                  .hasMessageContaining("thread '" + Thread.currentThread().getName() + "' began");
              tried.countDown();
              done.get();
            }
          }
          assertThat(sum).containsExactly(3);
          comm.barrier();
        });
  }

  @Test
  void what_is_started_while_another_thread_is_inside_ends_with_both_names() {
    CountDownLatch tried = new CountDownLatch(1);
    Machine.LOCAL.run(
        2,
        comm -> {
          if (comm.rank() == 1) {
            tried.await();
            comm.barrier();
          } else {
            try (ExecutorService first = named("first")) {
              Future<?> done = first.submit(comm::barrier);
              awaitInside(comm);
              Pending started = comm.prepareSend(Buf.of(1), 1).start();
              assertThatThrownBy(started::await)
                  .hasMessageContaining("thread 'first'")
                  .hasMessageContaining("'busbar rank 0'");
              tried.countDown();
              done.get();
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"SHM", "TCP", "MIXED"})
  void a_group_that_is_closed_under_a_thread_ends_that_thread_with_the_reason(Machine machine) {
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    machine.run(
        2,
        comm -> {
          if (comm.rank() == 1) {
            ended.join();
            return;
          }
          try (ExecutorService first = named("first")) {
            Future<?> waits = first.submit(comm::barrier);
            awaitInside(comm);
            comm.close();
            try {
              waits.get();
            } catch (ExecutionException e) {
              ended.complete(e.getCause());
            }
          } finally {
            ended.complete(new AssertionError("the barrier ended without rank 1"));
          }
        });
    assertThat(ended.join())
        .isInstanceOf(CollectiveAbortedException.class)
        .hasMessageContaining("closed while thread 'first' was in an operation");
  }
}
