package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation, in every way, against plain sums. */
class CollectivesTest {
  private static final int[] SIZES = {0, 1, 2, 5, 16, 17, 63, 100, 501, 1021};

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Small slots, so that buffers take many loops. */
  private static final SlotSize SLOTS = new SlotSize(1024, 2);

  /** Sizes take turns from one number of ranks to the next. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17})
  void every_operation_is_right_in_every_way(int ranks) {
    run(ranks, trials(ranks));
  }

  private static List<Trial> trials(int ranks) {
    List<Trial> trials = new ArrayList<>();
    int i = 0;
    for (CollectiveOp op : CollectiveOp.values()) {
      for (Route route : Route.routes(op)) {
        // Many threads on few processors take long, so of many ranks every other pair.
        boolean left = ranks > 8 && (i + ranks) % 2 == 0;
        for (int turn = 0; turn < (ranks <= 3 ? 3 : 1) && !left; turn++) {
          int size = SIZES[(ranks + i + turn * 3) % SIZES.length];
          trials.add(trial(op, route, size, ranks, i + turn));
        }
        i++;
      }
    }
    return trials;
  }

  @ParameterizedTest
  @EnumSource
  void every_type_is_right_for_every_reduction(DType type) {
    List<Trial> trials = new ArrayList<>();
    for (ReduceOp reduce : ReduceOp.values()) {
      for (CollectiveOp op :
          List.of(CollectiveOp.ALL_REDUCE, CollectiveOp.REDUCE_SCATTER, CollectiveOp.REDUCE)) {
        for (Route route : List.of(Route.AUTO, Route.SHARED, Route.of(Algorithm.RING))) {
          for (int size : new int[] {3, 700}) {
            boolean inPlace = size == 3;
            trials.add(new Trial(op, route, type, reduce, size, 1, inPlace, !inPlace));
          }
        }
      }
    }
    run(5, trials);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void random_mixes_are_right(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int ranks = 1 + random.nextInt(17);
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      CollectiveOp op = CollectiveOp.values()[random.nextInt(9)];
      List<Route> routes = Route.routes(op);
      Route route = routes.get(random.nextInt(routes.size()));
      trials.add(
          trial(
              op,
              route,
              random.nextInt(24_000 / ranks / ranks + 200),
              ranks,
              random.nextInt(1 << 20)));
    }
    run(ranks, trials);
  }

  /** The number picks what the pairs leave open. */
  private static Trial trial(CollectiveOp op, Route route, int size, int ranks, int number) {
    DType type = DType.values()[number % 8];
    ReduceOp reduce = ReduceOp.values()[number / 3 % 5];
    boolean apart = op == CollectiveOp.ALL_TO_ALL || op == CollectiveOp.SEND_RECEIVE;
    boolean inPlace = !apart && number / 5 % 2 == 0;
    return new Trial(op, route, type, reduce, size, number % ranks, inPlace, number / 7 % 2 == 0);
  }

  /** On one node, and where it divides on two, for the ways that look at nodes. */
  private static void run(int ranks, List<Trial> trials) {
    LocalGroup group = LocalGroup.of(ranks).withSlots(SLOTS);
    if (ranks % 2 == 0) {
      group = group.withNodes(2);
    }
    group.run(comm -> {
      for (Trial trial : trials) {
        trial.run(comm);
      }
    });
  }

  /** Every rank maps the file on its own, as processes do. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void shared_memory_of_processes_gives_the_same(int ranks) {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
    List<Trial> trials = trials(ranks);
    ShmOptions options = ShmOptions.DEFAULT.withHeap(1 << 20).withFrozenAfter(PATIENCE);
    Threads.run(
        ranks,
        bootstrap -> ProcessGroup.of(bootstrap).overShm(options),
        comm -> {
          for (Trial trial : trials) {
            if (!trial.route().equals(Route.SHARED)) {
              trial.run(comm);
            }
          }
          Buf seen = comm.allocate(DType.INT32, 5000);
          for (CollectiveOp op : List.of(CollectiveOp.ALL_REDUCE, CollectiveOp.BROADCAST)) {
            Numbers.set(seen, 4999, comm.rank() + 1);
            comm.prepare(
                    (op == CollectiveOp.ALL_REDUCE
                            ? Call.allReduce(seen, seen, ReduceOp.MAX)
                            : Call.broadcast(seen, ranks - 1))
                        .by(Route.SHARED))
                .run();
            assertThat(Numbers.get(seen, 4999)).isEqualTo(ranks);
          }
          try (Comm part = comm.split(comm.rank() % 2, 0)) {
            int[] count = {1};
            part.allReduce(Buf.of(count), ReduceOp.SUM);
            assertThat(count[0]).isEqualTo(part.size());
          }
          comm.barrier();
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void tcp_gives_the_same(int ranks) {
    TcpOptions options =
        TcpOptions.loopback().withFrozenAfter(PATIENCE).withSlots(new SlotSize(2048, 2));
    overLinks(ranks, bootstrap -> ProcessGroup.of(bootstrap).overTcp(options));
  }

  /** Six ranks on three hosts: shared memory inside, TCP between. */
  @Test
  void shared_memory_and_tcp_together_give_the_same() {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
    ShmOptions shm = ShmOptions.DEFAULT.withHeap(1 << 20).withFrozenAfter(PATIENCE);
    TcpOptions tcp =
        TcpOptions.loopback().withFrozenAfter(PATIENCE).withSlots(new SlotSize(8192, 4));
    overLinks(
        6,
        bootstrap ->
            ProcessGroup.of(bootstrap).overBoth(shm, tcp.withHost("h" + bootstrap.rank() / 2)));
  }

  private static void overLinks(int ranks, Function<Bootstrap, Comm> join) {
    Threads.run(
        ranks,
        join,
        comm -> {
          for (Trial trial : trials(ranks)) {
            if (!trial.route().equals(Route.SHARED)) {
              trial.run(comm);
            }
          }
          int[] all = new int[ranks];
          comm.allGather(Buf.of(comm.rank()), Buf.of(all));
          assertThat(all).isEqualTo(IntStream.range(0, ranks).toArray());
          try (Comm part = comm.split(comm.rank() % 2, 0)) {
            int[] count = {1};
            part.allReduce(Buf.of(count), ReduceOp.SUM);
            assertThat(count[0]).isEqualTo(part.size());
          }
          comm.barrier();
        });
  }
}
