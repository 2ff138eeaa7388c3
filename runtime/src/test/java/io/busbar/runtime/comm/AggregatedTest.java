package io.busbar.runtime.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.runtime.aggregate.AggregatorOptions;
import io.busbar.runtime.aggregate.AggregatorServer;
import io.busbar.runtime.aggregate.Aggregators;
import io.busbar.runtime.bootstrap.Bootstrap;
import io.busbar.runtime.buffer.Buf;
import io.busbar.runtime.buffer.DType;
import io.busbar.runtime.call.Call;
import io.busbar.runtime.call.Route;
import io.busbar.runtime.kernel.ReduceOp;
import io.busbar.runtime.transport.ShmOptions;
import io.busbar.runtime.transport.SlotSize;
import io.busbar.runtime.transport.TcpOptions;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives through aggregators, against plain sums. */
class AggregatedTest {
  private static final int[] SIZES = {0, 1, 2, 63, 64, 65, 501, 1021};
  private static final String TOKEN = "a secret of this test";

  /** Small chunks, so that buffers take many. */
  private static final SlotSize SLOTS = new SlotSize(256, 3);

  private static final TcpOptions TCP =
      TcpOptions.loopback().withFrozenAfter(Duration.ofSeconds(30)).withStreams(1);

  private final List<AggregatorServer> servers = new ArrayList<>();

  private InetSocketAddress aggregator(InetSocketAddress parent) {
    AggregatorServer server =
        AggregatorServer.open(AggregatorOptions.loopback(TOKEN).withParent(parent));
    servers.add(server);
    return server.address();
  }

  @AfterEach
  void close() {
    Collections.reverse(servers);
    servers.forEach(AggregatorServer::close);
  }

  private static void run(
      int ranks, Function<Integer, List<InetSocketAddress>> of, LocalGroup.Body body) {
    Function<Bootstrap, Comm> join =
        bootstrap ->
            ProcessGroup.of(bootstrap)
                .withAggregators(Aggregators.of(of.apply(bootstrap.rank()), TOKEN).withSlots(SLOTS))
                .overTcp(TCP);
    Threads.run(ranks, join, body);
  }

  private static void run(
      int ranks, Function<Integer, List<InetSocketAddress>> of, List<Trial> trials) {
    Map<String, byte[]> first = new ConcurrentHashMap<>();
    run(ranks, of, comm -> trials.forEach(trial -> run(trial, comm, first)));
  }

  private static void run(Trial trial, Comm comm, Map<String, byte[]> first) {
    trial.run(comm, MemorySegment.ofArray(new byte[(int) (2 * trial.bytes(comm.size()))]), first);
  }

  /** Types, reductions, sizes, operations and kinds of memory take turns. */
  private static List<Trial> trials(int ranks, int count) {
    List<CollectiveOp> ops =
        List.of(CollectiveOp.ALL_REDUCE, CollectiveOp.REDUCE, CollectiveOp.BROADCAST);
    List<Placement> placements =
        List.of(Placement.ARRAY, Placement.DIRECT, Placement.ODD, Placement.VARIED);
    List<Trial> trials = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int number = i + ranks;
      trials.add(
          new Trial(
              ops.get(number % 3),
              number % 4 == 0 ? Route.AUTO : Route.AGGREGATOR,
              DType.values()[number % 8],
              ReduceOp.values()[number / 3 % 5],
              SIZES[number * 5 % SIZES.length],
              number % ranks,
              number / 5 % 2 == 0,
              number % 7 == 0,
              number / 7 % 2 == 0,
              placements.get(number / 2 % 4)));
    }
    return trials;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void sums_are_right_over_one_to_three_aggregators(int ranks) {
    List<InetSocketAddress> all = new ArrayList<>();
    for (int i = 0; i <= ranks % 3; i++) {
      all.add(aggregator(null));
    }
    run(ranks, rank -> all, trials(ranks, 24));
  }

  /** Rank 2 is at the root itself, beside two aggregators. */
  @ParameterizedTest
  @EnumSource
  void every_type_is_right_for_every_reduction_in_a_tree(DType type) {
    InetSocketAddress root = aggregator(null);
    List<InetSocketAddress> leaves = List.of(aggregator(root), aggregator(root), root);
    List<Trial> trials = new ArrayList<>();
    for (ReduceOp reduce : ReduceOp.values()) {
      for (int size : new int[] {3, 700}) {
        trials.add(trial(CollectiveOp.ALL_REDUCE, type, reduce, size));
        trials.add(trial(CollectiveOp.REDUCE, type, reduce, size));
      }
    }
    trials.add(trial(CollectiveOp.BROADCAST, type, ReduceOp.SUM, 700));
    run(5, rank -> List.of(leaves.get(rank % 3)), trials);
  }

  private static Trial trial(CollectiveOp op, DType type, ReduceOp reduce, int size) {
    boolean few = size == 3;
    return new Trial(op, Route.AUTO, type, reduce, size, 4, few, false, !few, Placement.ARRAY);
  }

  @Test
  void trees_may_have_three_levels() {
    InetSocketAddress root = aggregator(null);
    InetSocketAddress middle = aggregator(root);
    List<InetSocketAddress> all = List.of(aggregator(middle), middle, root);
    List<Trial> trials = new ArrayList<>();
    for (DType type : List.of(DType.BFLOAT16, DType.INT32)) {
      trials.add(trial(CollectiveOp.ALL_REDUCE, type, ReduceOp.AVG, 1000));
      trials.add(trial(CollectiveOp.BROADCAST, type, ReduceOp.SUM, 1000));
    }
    run(5, rank -> List.of(all.get(rank % 3)), trials);
  }

  @Test
  void sums_of_floats_have_the_same_bits_on_all_ranks_and_in_all_runs() {
    List<InetSocketAddress> all = List.of(aggregator(null), aggregator(null));
    for (DType type : List.of(DType.FLOAT32, DType.FLOAT16)) {
      List<byte[]> results = Collections.synchronizedList(new ArrayList<>());
      for (int run = 0; run < 2; run++) {
        run(
            4,
            rank -> all,
            comm -> {
              Buf buffer = Numbers.make(type, 5_000, true);
              SplittableRandom random = new SplittableRandom(comm.rank());
              for (int i = 0; i < buffer.count(); i++) {
                Numbers.set(buffer, i, random.nextInt(3000) - 1500);
              }
              comm.prepare(Call.allReduce(buffer, buffer, ReduceOp.SUM)).run();
              results.add(Numbers.bytes(buffer));
            });
      }
      assertThat(results).hasSize(8).allMatch(bytes -> Arrays.equals(bytes, results.get(0)));
    }
  }

  /** Four ranks on two hosts: shared memory inside, TCP and an aggregator between. */
  @Test
  void hosts_of_several_ranks_use_an_aggregator_as_well() {
    assumeTrue(Files.isWritable(Path.of("/dev/shm")), "needs /dev/shm");
    List<InetSocketAddress> all = List.of(aggregator(null));
    ShmOptions shm = ShmOptions.DEFAULT.withHeap(1 << 20).withFrozenAfter(TCP.frozenAfter());
    Map<String, byte[]> first = new ConcurrentHashMap<>();
    Threads.run(
        4,
        bootstrap ->
            ProcessGroup.of(bootstrap)
                .withAggregators(Aggregators.of(all, TOKEN).withSlots(SLOTS))
                .overBoth(shm, TCP.withHost("h" + bootstrap.rank() / 2)),
        comm -> {
          assertThat(comm.describe()).contains("1 aggregator;");
          for (Trial trial : trials(4, 6)) {
            run(trial, comm, first);
          }
          try (Comm part = comm.split(comm.rank() % 2, 0)) {
            run(trials(2, 1).getFirst(), part, new ConcurrentHashMap<>());
          }
        });
  }
}
