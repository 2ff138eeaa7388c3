package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.gradient.GradientBucketer;
import io.busbar.runtime.kernel.ReduceOp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several communicators of one process at once. */
class SideBySideTest {
  private static final int ROUNDS = 12;

  @BeforeEach
  void there_is_shared_memory() {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
  }

  /** A grid of two rows and three columns: gradients over columns, activations over rows. */
  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP", "MIXED"})
  void rows_and_columns_of_a_grid_work_at_once(Machine machine) {
    machine.run(
        6,
        comm -> {
          int row = comm.rank() / 3;
          int column = comm.rank() % 3;
          try (Comm rows = comm.split(row, column);
              Comm columns = comm.split(column, -row)) {
            assertThat(rows.size()).isEqualTo(3);
            assertThat(columns.rank()).isEqualTo(1 - row);
            float[] first = new float[900];
            float[] second = new float[50];
            List<Buf> gradients = List.of(Buf.of(first), Buf.of(second));
            GradientBucketer bucketer = new GradientBucketer(columns, gradients, 1000);
            SplittableRandom pace = new SplittableRandom(comm.rank());
            for (int round = 0; round < ROUNDS; round++) {
              step(comm, rows, bucketer, first, second, round);
              LockSupport.parkNanos(pace.nextInt(200_000));
            }
          }
        });
  }

  private static void step(
      Comm comm, Comm rows, GradientBucketer bucketer, float[] first, float[] second, int round) {
    int row = comm.rank() / 3;
    bucketer.begin(true);
    Arrays.fill(second, 4 * row + round);
    bucketer.ready(1);
    // While the columns work in the background, the row and the whole group do too.
    long[] activations = new long[2000];
    Arrays.fill(activations, comm.rank() + round);
    Pending all = comm.allReduceAsync(Buf.of(new int[700]), ReduceOp.MAX);
    rows.allReduce(Buf.of(activations), ReduceOp.SUM);
    assertThat(activations).containsOnly(9L * row + 3 + 3L * round);
    Arrays.fill(first, 2 * row - round);
    bucketer.ready(0);
    byte[] parts = new byte[3];
    rows.allGather(Buf.of((byte) (comm.rank() + round)), Buf.of(parts));
    byte start = (byte) (3 * row + round);
    assertThat(parts).containsExactly(start, start + 1, start + 2);
    int[] number = {round * comm.rank()};
    comm.broadcast(Buf.of(number), 5);
    assertThat(number[0]).isEqualTo(5 * round);
    all.await();
    bucketer.finish();
    assertThat(second).containsOnly(2 + round);
    assertThat(first).containsOnly(1 - round);
  }

  /** Groups of their own, not split from each other, in one process at once. */
  @Test
  void groups_that_know_nothing_of_each_other_do_not_meet() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    List<Throwable> wrong = new ArrayList<>();
    for (Machine machine : List.of(Machine.LOCAL, Machine.SHM, Machine.TCP, Machine.MIXED)) {
      Thread thread =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  machine.run(3, comm -> count(comm, machine.ordinal()));
                } catch (RuntimeException | AssertionError e) {
                  synchronized (wrong) {
                    wrong.add(e);
                  }
                }
              });
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
  }

  private static void count(Comm comm, int start) {
    Buf buffer = comm.allocate(DType.INT32, 3000);
    Operation sum = comm.prepare(Call.allReduce(buffer, buffer, ReduceOp.SUM));
    for (int round = 0; round < 30; round++) {
      for (int i = 0; i < 3000; i++) {
        Numbers.set(buffer, i, start + (long) comm.rank() * round + i);
      }
      sum.run();
      for (int i = 0; i < 3000; i++) {
        assertThat(Numbers.get(buffer, i)).isEqualTo(3 * (start + i) + 3 * round);
      }
    }
  }
}
