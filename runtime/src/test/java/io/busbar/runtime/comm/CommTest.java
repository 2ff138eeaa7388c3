package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.error.CollectiveAbortedException;
import io.busbar.runtime.error.CollectiveMismatchException;
import io.busbar.runtime.error.CollectiveTimeoutException;
import io.busbar.runtime.error.PeerFailedException;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.Exchange;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommTest {
  static List<Route> allReduceRoutes() {
    return Route.routes(CollectiveOp.ALL_REDUCE);
  }

  @ParameterizedTest
  @MethodSource("allReduceRoutes")
  void sums_of_floats_have_the_same_bits_on_all_ranks_and_in_all_runs(Route route) {
    for (DType type : List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16)) {
      List<byte[]> results = Collections.synchronizedList(new ArrayList<>());
      for (int run = 0; run < 2; run++) {
        LocalGroup.of(6)
            .withNodes(3)
            .run(comm -> {
              Buf buffer = Numbers.make(type, 40_000, true);
              SplittableRandom random = new SplittableRandom(comm.rank());
              for (int i = 0; i < buffer.count(); i++) {
                Numbers.set(buffer, i, random.nextInt(3000) - 1500);
              }
              Call call = Call.allReduce(buffer, buffer, ReduceOp.SUM).by(route);
              comm.prepare(call).run();
              results.add(Numbers.bytes(buffer));
            });
      }
      assertThat(results).hasSize(12).allMatch(bytes -> Arrays.equals(bytes, results.get(0)));
    }
  }

  @Test
  void blocks_may_differ_in_length() {
    LocalGroup.of(4)
        .withSlots(new SlotSize(128, 2))
        .run(comm -> {
          int rank = comm.rank();
          int[] own = new int[rank * 50];
          Arrays.fill(own, rank);
          int[] all = new int[300];
          Call gather = Call.allGatherV(Buf.of(own), Buf.of(all), 0, 50, 100, 150);
          comm.prepare(gather).run();
          for (int i = 0; i < 300; i++) {
            assertThat(all[i]).isEqualTo(i < 50 ? 1 : i < 150 ? 2 : 3);
          }
          // Rank r sends 10·r + p elements of value 100·r + p to rank p.
          long[] sent = new long[4];
          long[] received = new long[4];
          for (int p = 0; p < 4; p++) {
            sent[p] = 10L * rank + p;
            received[p] = 10L * p + rank;
          }
          Buf input = Numbers.make(DType.INT16, 40L * rank + 6, true);
          Buf output = Numbers.make(DType.INT16, 60 + 4L * rank, true);
          int at = 0;
          for (int p = 0; p < 4; p++) {
            for (int i = 0; i < sent[p]; i++) {
              Numbers.set(input, at++, 100L * rank + p);
            }
          }
          Operation exchange = comm.prepare(Call.allToAllV(input, sent, output, received));
          exchange.run();
          exchange.run();
          at = 0;
          for (int p = 0; p < 4; p++) {
            for (int i = 0; i < received[p]; i++) {
              assertThat(Numbers.get(output, at++)).isEqualTo(100 * p + rank);
            }
          }
        });
  }

  @Test
  void messages_go_between_pairs() {
    LocalGroup.of(3)
        .withSlots(new SlotSize(64, 2))
        .run(comm -> {
          long[] token = {0};
          if (comm.rank() == 0) {
            token[0] = 1;
            comm.send(Buf.of(token), 1);
            comm.receive(Buf.of(token), 2);
            assertThat(token[0]).isEqualTo(3);
          } else {
            comm.receive(Buf.of(token), comm.rank() - 1);
            token[0]++;
            comm.send(Buf.of(token), (comm.rank() + 1) % 3);
          }
          int other = comm.rank() ^ 1;
          if (other < 3) {
            float[] mine = new float[500];
            float[] theirs = new float[500];
            mine[499] = comm.rank();
            comm.sendReceive(Buf.of(mine), other, Buf.of(theirs), other);
            assertThat(theirs[499]).isEqualTo(other);
          }
          comm.barrier();
        });
  }

  @Test
  void operations_that_were_started_end_in_order() {
    LocalGroup.run(
        3,
        comm -> {
          List<Pending> pending = new ArrayList<>();
          int[][] buffers = new int[20][5000];
          for (int[] buffer : buffers) {
            Arrays.fill(buffer, comm.rank());
            pending.add(comm.allReduceAsync(Buf.of(buffer), ReduceOp.SUM));
          }
          int[] last = {1};
          comm.allReduce(Buf.of(last), ReduceOp.SUM);
          assertThat(last[0]).isEqualTo(3);
          for (Pending one : pending) {
            assertThat(one.done()).isTrue();
            one.await();
          }
          for (int[] buffer : buffers) {
            assertThat(buffer).containsOnly(3);
          }
        });
  }

  @Test
  void a_group_splits_by_colour_and_orders_by_key() {
    ConcurrentHashMap<Integer, String> seen = new ConcurrentHashMap<>();
    LocalGroup.run(
        5,
        comm -> {
          try (Comm part = comm.split(comm.rank() % 2, -comm.rank())) {
            int[] sum = {comm.rank()};
            part.allReduce(Buf.of(sum), ReduceOp.SUM);
            seen.put(comm.rank(), part.rank() + " of " + part.size() + ": " + sum[0]);
          }
          comm.barrier();
        });
    assertThat(seen)
        .containsEntry(0, "2 of 3: 6")
        .containsEntry(4, "0 of 3: 6")
        .containsEntry(1, "1 of 2: 4")
        .containsEntry(3, "0 of 2: 4");
  }

  @Test
  void memory_of_a_confined_arena_goes_over_links() {
    LocalGroup.run(
        2,
        comm -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(40_000);
            memory.set(ValueLayout.JAVA_INT, 39_996, comm.rank() + 1);
            comm.allReduce(Buf.of(DType.INT32, memory), ReduceOp.SUM);
            assertThat(memory.get(ValueLayout.JAVA_INT, 39_996)).isEqualTo(3);
          }
        });
  }

  @Test
  void a_different_call_is_found_before_data_moves_and_named() {
    float[] kept = new float[8];
    assertThatThrownBy(() ->
            LocalGroup.run(
                4,
                comm -> {
                  int count = comm.rank() == 2 ? 9 : 8;
                  float[] mine = comm.rank() == 0 ? kept : new float[count];
                  comm.allReduce(Buf.of(mine), ReduceOp.SUM);
                }))
        .isInstanceOf(CollectiveMismatchException.class)
        .hasMessageContaining(
            "rank 2 called all_reduce of 9 x float, sum, by auto, the others all_reduce of 8 x"
                + " float")
        .extracting(e -> ((CollectiveMismatchException) e).failedRank())
        .isEqualTo(2);
    assertThat(kept).containsOnly(0);
  }

  @Test
  void a_message_of_another_kind_is_found() {
    assertThatThrownBy(() ->
            LocalGroup.run(
                2,
                comm -> {
                  if (comm.rank() == 0) {
                    comm.send(Buf.of(1f, 2f), 1);
                    comm.barrier();
                  } else {
                    comm.receive(Buf.of(1, 2), 0);
                  }
                }))
        .isInstanceOf(CollectiveMismatchException.class)
        .hasMessageContaining("rank 0 sent");
  }

  @Test
  void a_rank_that_leaves_early_is_named_at_once() {
    assertThatThrownBy(() ->
            LocalGroup.run(
                3,
                comm -> {
                  if (comm.rank() != 1) {
                    comm.barrier();
                  }
                }))
        .isInstanceOf(PeerFailedException.class)
        .hasMessageContaining("rank 1 left the group while others waited for it");
  }

  @Test
  void a_rank_that_does_not_come_is_named_at_the_deadline() {
    CountDownLatch over = new CountDownLatch(2);
    assertThatThrownBy(() ->
            LocalGroup.of(3)
                .withTimeout(Duration.ofMillis(300))
                .run(comm -> {
                  if (comm.rank() == 1) {
                    over.await();
                    return;
                  }
                  try {
                    comm.allReduce(Buf.of(new float[4000]), ReduceOp.SUM);
                  } finally {
                    over.countDown();
                  }
                }))
        .isInstanceOf(CollectiveTimeoutException.class)
        .hasMessageContaining("rank 1 did not come in time: waited 300 ms for ranks 1");
  }

  @Test
  void a_failing_rank_takes_the_others_out_of_their_waits() {
    List<Throwable> others = Collections.synchronizedList(new ArrayList<>());
    assertThatThrownBy(() ->
            LocalGroup.run(
                4,
                comm -> {
                  if (comm.rank() == 3) {
                    throw new IllegalStateException("out of luck");
                  }
                  try {
                    comm.barrier();
                  } catch (PeerFailedException e) {
                    others.add(e);
                    throw e;
                  }
                }))
        .hasMessage("out of luck");
    assertThat(others)
        .hasSize(3)
        .allMatch(e -> ((PeerFailedException) e).failedRank() == 3)
        .allMatch(e -> e.getMessage().contains("rank 3 failed: out of luck"));
  }

  @Test
  void an_abort_reaches_all_ranks_and_the_groups_split_from_theirs() {
    assertThatThrownBy(() ->
            LocalGroup.run(
                4,
                comm -> {
                  try (Comm part = comm.split(comm.rank() / 2, 0)) {
                    if (comm.rank() == 0) {
                      comm.abort("enough");
                      comm.abort("never heard");
                    }
                    while (true) {
                      part.barrier();
                    }
                  }
                }))
        .isInstanceOf(CollectiveAbortedException.class)
        .hasMessageContaining("rank 0")
        .hasMessageContaining("ended the group: enough");
  }

  @Test
  void buffers_that_do_not_fit_are_refused() {
    LocalGroup.run(
        2,
        comm -> {
          Buf three = Buf.of(new float[3]);
          assertThatThrownBy(() -> comm.allGather(three, three))
              .hasMessage("all_gather over 2 ranks with input 3 x float, output 3 x float");
          assertThatThrownBy(() -> comm.reduceScatter(three, three, ReduceOp.SUM))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> comm.allToAll(three, three))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(() -> comm.broadcast(three, 2)).hasMessage("root 2 of 2 ranks");
          assertThatThrownBy(() -> comm.send(three, comm.rank()))
              .isInstanceOf(IllegalArgumentException.class);
        });
  }

  @ParameterizedTest
  @MethodSource("allReduceRoutes")
  void a_prepared_operation_allocates_nothing(Route route) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    LocalGroup.of(4)
        .withNodes(2)
        .run(comm -> {
          Buf buffer = Buf.of(new float[50_000]);
          Call call = Call.allReduce(buffer, buffer, ReduceOp.SUM).by(route);
          Operation operation = comm.prepare(call);
          // Loops allocate until they are compiled; ranks agree when that is over.
          long[] most = {1};
          for (int round = 0; round < 400 && most[0] > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 20; i++) {
              operation.run();
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            most[0] = Math.max(0, allocated - 160);
            comm.allReduce(Buf.of(most), ReduceOp.MAX);
          }
          assertThat(most[0]).isZero();
        });
  }

  @Test
  void many_groups_work_side_by_side() {
    LocalGroup.run(
        2,
        comm -> {
          try (Comm a = comm.split(0, 0);
              Comm b = comm.split(0, 0)) {
            Buf x = Buf.of(new int[30_000]);
            Buf y = Buf.of(new int[30_000]);
            Operation left =
                a.prepare(Call.allReduce(x, x, ReduceOp.MAX).by(Route.of(Algorithm.RING)));
            Operation right =
                b.prepare(Call.allReduce(y, y, ReduceOp.MAX).by(Route.of(Algorithm.TREE)));
            for (int i = 0; i < 10; i++) {
              Numbers.set(x, 7, comm.rank() + i);
              Numbers.set(y, 9, comm.rank() - i);
              left.start();
              right.start();
              left.await();
              right.await();
              assertThat(Numbers.get(x, 7)).isEqualTo(i + 1);
              assertThat(Numbers.get(y, 9)).isEqualTo(1 - i);
            }
          }
          assertThat(comm.describe()).contains("2 threads of one JVM").contains("kernels");
        });
  }

  /** Rank 1 of two opens connections that do not know the token, before it makes its own. */
  @Test
  void strangers_are_turned_away_while_a_group_connects() {
    AtomicBoolean once = new AtomicBoolean();
    TcpOptions options = TcpOptions.loopback().withFrozenAfter(Duration.ofSeconds(30));
    Threads.run(
        2,
        bootstrap -> {
          Exchange watched =
              own -> {
                String[] all = bootstrap.exchange(own);
                if (bootstrap.rank() == 1 && once.compareAndSet(false, true)) {
                  String[] root = all[0].split("\\|");
                  guess(root[2], Integer.parseInt(root[3]));
                }
                return all;
              };
          return ProcessGroup.of(Bootstrap.of(bootstrap.rank(), 2, watched)).overTcp(options);
        },
        comm -> {
          int[] sum = {comm.rank()};
          comm.allReduce(Buf.of(sum), ReduceOp.SUM);
          assertThat(sum[0]).isEqualTo(1);
        });
  }

  private static void guess(String address, int port) {
    try (Socket right = new Socket(address, port);
        Socket shortOne = new Socket(address, port)) {
      byte[] greeting = new byte[48];
      Arrays.fill(greeting, (byte) 'x');
      right.getOutputStream().write(greeting);
      shortOne.getOutputStream().write(1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_different_call_over_tcp_is_found_at_the_first_message(boolean background) {
    TcpOptions options = TcpOptions.loopback().withFrozenAfter(Duration.ofSeconds(30));
    assertThatThrownBy(() ->
            Threads.run(
                3,
                bootstrap -> ProcessGroup.of(bootstrap).overTcp(options),
                comm -> {
                  Buf mine = Buf.of(new float[comm.rank() == 1 ? 99 : 100]);
                  Operation sum = comm.prepare(Call.allReduce(mine, mine, ReduceOp.SUM));
                  if (background) {
                    sum.start().await();
                  } else {
                    sum.run();
                  }
                }))
        .cause()
        .isInstanceOf(CollectiveMismatchException.class)
        .hasMessageContaining("rank 1 called all_reduce of 99 x float, sum, by auto, the others")
        .extracting(e -> ((CollectiveMismatchException) e).failedRank())
        .isEqualTo(1);
  }

  @Test
  void survivors_go_on_in_a_smaller_group() {
    ConcurrentHashMap<Integer, Integer> sums = new ConcurrentHashMap<>();
    assertThatThrownBy(() ->
            LocalGroup.run(
                5,
                comm -> {
                  if (comm.rank() == 0 || comm.rank() == 3) {
                    throw new IllegalStateException("out of luck");
                  }
                  try {
                    comm.barrier();
                  } catch (PeerFailedException e) {
                    try (Comm smaller = comm.shrink()) {
                      int[] sum = {comm.rank()};
                      smaller.allReduce(Buf.of(sum), ReduceOp.SUM);
                      sums.put(smaller.rank(), sum[0]);
                    }
                  }
                }))
        .hasMessage("out of luck");
    assertThat(sums).containsExactlyInAnyOrderEntriesOf(Map.of(0, 7, 1, 7, 2, 7));
  }

  @Test
  void a_healthy_group_does_not_shrink() {
    LocalGroup.run(1, comm -> assertThatThrownBy(comm::shrink).hasMessageContaining("not failed"));
  }
}
