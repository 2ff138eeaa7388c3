package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.error.PeerFailedException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is promised about outputs, memory and records. */
class PromisesTest {
  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP"})
  void atomic_results_are_the_results(Machine machine) {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
    machine.run(
        3,
        comm -> {
          int[] ones = new int[3000];
          Arrays.fill(ones, comm.rank());
          int[] sums = new int[3000];
          Buf input = Buf.of(ones);
          Operation sum = comm.prepareAtomic(Call.allReduce(input, Buf.of(sums), ReduceOp.SUM));
          int[] one = new int[3000];
          boolean root = comm.rank() == 1;
          Call toOne = Call.reduce(input, root ? Buf.of(one) : null, ReduceOp.MAX, 1);
          Operation max = comm.prepareAtomic(toOne);
          for (int run = 0; run < 3; run++) {
            Arrays.fill(ones, comm.rank() + run);
            sum.run();
            max.start().await();
            assertThat(sums).containsOnly(3 + 3 * run);
            assertThat(one).containsOnly(root ? 2 + run : 0);
          }
        });
  }

  /** Rank 2 fails when the others may have their sums already, and before all know of all. */
  @Test
  void an_operation_that_fails_leaves_atomic_results_as_they_were() {
    int[][] outputs = new int[3][20_000];
    assertThatThrownBy(() ->
            LocalGroup.of(3)
                .withSlots(new SlotSize(1024, 2))
                .run(comm -> {
                  int[] output = outputs[comm.rank()];
                  Arrays.fill(output, 7);
                  Call call = Call.allReduce(Buf.of(new int[20_000]), Buf.of(output), ReduceOp.SUM);
                  if (comm.rank() == 2) {
                    // Takes part in the sum, and is gone when ranks meet.
                    comm.prepare(
                            Call.allReduce(
                                Buf.of(new int[20_000]), Buf.of(new int[20_000]), ReduceOp.SUM))
                        .run();
                    throw new IllegalStateException("out of luck");
                  }
                  comm.prepareAtomic(call).run();
                }))
        .hasMessage("out of luck");
    assertThat(outputs[0]).containsOnly(7);
    assertThat(outputs[1]).containsOnly(7);
  }

  @Test
  void in_place_cannot_be_atomic_and_says_so() {
    LocalGroup.run(
        2,
        comm -> {
          Buf buffer = Buf.of(new float[10]);
          assertThatThrownBy(() -> comm.prepareAtomic(Call.allReduce(buffer, buffer, ReduceOp.SUM)))
              .hasMessage(
                  "all_reduce in place cannot be atomic: its input is overwritten while it runs;"
                      + " give it an output of its own");
        });
  }

  @Test
  void buffers_that_overlap_by_accident_are_refused() {
    LocalGroup.run(
        2,
        comm -> {
          Buf all = Buf.of(new float[10]);
          assertThatThrownBy(() ->
                  comm.prepare(Call.allReduce(all.slice(0, 8), all.slice(1, 8), ReduceOp.SUM)))
              .hasMessage(
                  "input and output of all_reduce overlap, but the output starts 4 bytes after the"
                      + " input; in place that would be 0");
          int other = 1 - comm.rank();
          assertThatThrownBy(() -> comm.allGather(all.slice(5L * other, 5), all))
              .hasMessageContaining("all_gather overlap");
          assertThatThrownBy(() -> comm.reduceScatter(all, all.slice(5L * other, 5), ReduceOp.MAX))
              .hasMessageContaining("reduce_scatter overlap");
          comm.allGather(all.slice(5L * comm.rank(), 5), all);
          Call mine = Call.allGatherV(all.slice(3L * comm.rank(), 3 + 4 * comm.rank()), all, 3, 7);
          comm.prepare(mine).run();
        });
  }

  /** A blocking operation must not run on the thread of the background, not even once. */
  @Test
  void blocking_operations_stay_on_their_thread_right_after_others_in_the_background() {
    LocalGroup.run(
        2,
        comm -> {
          try (Arena arena = Arena.ofConfined()) {
            Buf confined = Buf.of(DType.INT32, arena.allocate(400));
            Buf other = Buf.of(new int[100]);
            Operation background = comm.prepare(Call.allReduce(other, other, ReduceOp.MAX));
            Operation here = comm.prepare(Call.allReduce(confined, confined, ReduceOp.MAX));
            for (int run = 0; run < 200; run++) {
              Pending pending = background.start();
              if (run % 2 == 0) {
                pending.await();
              }
              here.run();
              pending.await();
            }
          }
        });
  }

  @Test
  void what_waits_in_the_background_ends_when_the_communicator_is_closed() {
    Pending[] left = new Pending[2];
    assertThatThrownBy(() ->
            LocalGroup.run(
                2,
                comm -> {
                  if (comm.rank() == 1) {
                    while (true) {
                      comm.barrier();
                    }
                  }
                  for (int i = 0; i < left.length; i++) {
                    left[i] = comm.allReduceAsync(Buf.of(new int[5000]), ReduceOp.SUM);
                  }
                }))
        .isInstanceOf(RuntimeException.class);
    for (Pending one : left) {
      assertThat(one.done()).isTrue();
      assertThatThrownBy(one::await).isInstanceOf(RuntimeException.class);
    }
  }

  @Test
  void room_that_is_used_up_says_how_much_there_was() {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
    ShmOptions options = ShmOptions.DEFAULT.withHeap(1 << 20);
    Threads.run(
        2,
        bootstrap -> ProcessGroup.of(bootstrap).overShm(options),
        comm -> {
          assertThat(comm.allocate(DType.INT8, 100).bytes()).isEqualTo(100);
          assertThat(comm.allocate(DType.FLOAT64, 0).bytes()).isZero();
          assertThatThrownBy(() -> comm.allocate(DType.FLOAT64, 1 << 17))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("1048576 bytes of shared memory, of which rank " + comm.rank())
              .hasMessageContaining(
                  "has 1048448 left of 1048576; ShmOptions.withHeap and the free");
          assertThat(comm.allocate(DType.INT8, 1_048_448).bytes()).isEqualTo(1_048_448);
          assertThatThrownBy(() -> comm.allocate(DType.INT8, 1)).hasMessageContaining("has 0 left");
          comm.barrier();
        });
    LocalGroup.run(
        1,
        comm -> {
          assertThatThrownBy(() -> comm.allocate(DType.INT32, -1))
              .hasMessage("a buffer of -1 x int32; expected 0 or more, in a long");
          assertThatThrownBy(() -> comm.allocate(DType.FLOAT64, Long.MAX_VALUE / 4))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP", "MIXED"})
  void more_memory_than_there_is_is_refused_in_words_and_the_group_goes_on(Machine machine) {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
    machine.run(
        4,
        comm -> {
          assertThatThrownBy(() -> comm.allocate(DType.INT8, 1L << 50))
              .isInstanceOf(IllegalStateException.class)
              .message()
              .startsWith((1L << 50) + " bytes ")
              .doesNotContain("Exception", "Error", "java.");
          comm.barrier();
        });
  }

  /** Blocks of nothing: of some ranks, of all, and between operations that use the board. */
  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHM", "TCP", "MIXED"})
  void blocks_may_be_empty(Machine machine) {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
    machine.run(
        4,
        comm -> {
          int rank = comm.rank();
          Operation none =
              comm.prepare(
                  Call.allToAllV(Buf.of(new int[0]), new long[4], Buf.of(new int[0]), new long[4]));
          for (int run = 1; run < 60; run++) {
            none.run();
            int[] mine = rank == 2 ? new int[] {run, 9} : new int[0];
            int[] all = new int[2];
            comm.prepare(Call.allGatherV(Buf.of(mine), Buf.of(all), 0, 0, 2, 0)).run();
            assertThat(all).containsExactly(run, 9);
            int[] sum = {rank + run};
            comm.allReduce(Buf.of(sum), ReduceOp.SUM);
            assertThat(sum[0]).isEqualTo(6 + 4 * run);
            // Only rank 3 sends, and only to rank 1.
            long[] sent = new long[4];
            long[] received = new long[4];
            sent[1] = rank == 3 ? 3 : 0;
            received[3] = rank == 1 ? 3 : 0;
            int[] out = new int[rank == 1 ? 3 : 0];
            int[] in = rank == 3 ? new int[] {run, run, run} : new int[0];
            comm.prepare(Call.allToAllV(Buf.of(in), sent, Buf.of(out), received)).run();
            assertThat(out).containsOnly(rank == 1 ? new int[] {run} : new int[0]);
          }
        });
  }

  @Test
  void the_flight_recorder_says_who_was_waited_for(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("recording.jfr");
    CountDownLatch there = new CountDownLatch(3);
    try (Recording recording = new Recording()) {
      recording.enable("busbar.Collective");
      recording.start();
      LocalGroup.run(
          3,
          comm -> {
            Buf buffer = Buf.of(new int[25]);
            there.countDown();
            if (comm.rank() == 1) {
              there.await();
              LockSupport.parkNanos(100_000_000); // a busy machine holds the others up less
            }
            comm.allReduce(buffer, ReduceOp.SUM);
            Route ring = Route.named("ring", CollectiveOp.ALL_REDUCE).orElseThrow();
            comm.prepare(Call.allReduce(buffer, buffer, ReduceOp.SUM).by(ring)).run();
          });
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> first =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("busbar.Collective"))
            .filter(event -> event.getString("route").equals("auto"))
            .toList();
    assertThat(first)
        .hasSize(3)
        .allMatch(event -> event.getLong("bytes") == 100 && event.getBoolean("finished"));
    for (RecordedEvent event : first) {
      if (event.getInt("rank") != 1) {
        assertThat(event.getInt("slowestRank")).isEqualTo(1);
        assertThat(event.getDuration("waited")).isPositive();
        assertThat(event.getDuration("waited")).isLessThanOrEqualTo(event.getDuration());
      }
    }
  }

  /** A rank that died is told in the same words whoever waits, also in an atomic operation. */
  @Test
  void atomic_operations_fail_as_others_do() {
    assertThatThrownBy(() ->
            LocalGroup.run(
                2,
                comm -> {
                  if (comm.rank() == 0) {
                    comm.prepareAtomic(
                            Call.allReduce(
                                Buf.of(new int[9000]), Buf.of(new int[9000]), ReduceOp.SUM))
                        .run();
                  }
                }))
        .isInstanceOf(PeerFailedException.class)
        .hasMessageContaining("rank 1 left the group while others waited for it");
  }

  /** On every transport, with the most there is, and the group lives on. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "shm", "tcp", "mixed"})
  void too_much_memory_is_refused_in_a_sentence(String transport) {
    LocalGroup.Body body =
        comm -> {
          for (long count : new long[] {1L << 40, Long.MAX_VALUE / 8}) {
            assertThatThrownBy(() -> comm.allocate(DType.FLOAT64, count))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching("\\d+ bytes (are more than is left|of shared memory, of).*")
                .hasMessageNotContainingAny("Exception", "Error");
          }
          comm.barrier();
        };
    ShmOptions shm = ShmOptions.DEFAULT.withHeap(1 << 20);
    if (transport.equals("local")) {
      LocalGroup.run(2, body);
      return;
    }
    Threads.run(
        2,
        bootstrap -> {
          ProcessGroup group = ProcessGroup.of(bootstrap);
          return switch (transport) {
            case "shm" -> group.overShm(shm);
            case "tcp" -> group.overTcp(TcpOptions.loopback());
            default -> group.overBoth(shm, TcpOptions.loopback());
          };
        },
        body);
  }
}
