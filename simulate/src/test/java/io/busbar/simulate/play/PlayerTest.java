package io.busbar.simulate.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Ledger;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.AlphaBeta;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.api.GroupShape;
import io.busbar.collective.blocks.Block;
import io.busbar.collective.blocks.BlockAlgorithm;
import io.busbar.collective.blocks.BlockSchedule;
import io.busbar.collective.blocks.BlockStep;
import io.busbar.collective.blocks.BlockStep.Buffer;
import io.busbar.collective.blocks.BlockStep.Kind;
import io.busbar.collective.blocks.BlockStep.Place;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.simulate.bound.Bounds;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.message.MessageNetwork;
import io.busbar.simulate.message.Serialisation;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.path.FoldedPaths;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlayerTest {
  private static final Bandwidth RATE = Bandwidth.parse("400Gb/s");
  private static final double BYTES_PER_SECOND = 50e9;
  private static final TimeSpan HALF_US = TimeSpan.parse("0.5us");
  private static final TimeSpan NO_DELAY = TimeSpan.parse("0us");

  private static Schedule schedule(Algorithm algorithm, CollectiveOp op, int ranks) {
    return Schedules.of(ScheduleRequest.of(op, algorithm, Locality.oneNode(ranks)));
  }

  private static Network message(Fabric fabric) {
    return new MessageNetwork(new Paths(fabric, Routing.DESTINATION, 1), Serialisation.PORT);
  }

  private static Network flow(Fabric fabric) {
    return new FlowNetwork(fabric, Routing.DESTINATION, 1);
  }

  private static Fabric star(int ranks, TimeSpan cable) {
    return Fabrics.star(ranks, RATE, cable, NO_DELAY);
  }

  private static double idealSeconds(CollectiveOp op, int ranks, double bytes) {
    GroupShape group = new GroupShape(ranks, 1, 1, 0, BYTES_PER_SECOND, 0, false, false);
    return AlphaBeta.IDEAL.prepare(op, group).seconds(bytes, Ledger.OFF);
  }

  @ParameterizedTest
  @CsvSource({
    "RING, ALL_REDUCE", "RING, ALL_GATHER", "RING, REDUCE_SCATTER", "DIRECT, ALL_TO_ALL",
    "DIRECT, ALL_REDUCE", "DIRECT, ALL_GATHER", "DIRECT, REDUCE_SCATTER", "PAT, ALL_GATHER",
    "PAT, REDUCE_SCATTER"
  })
  void on_an_ideal_fabric_a_schedule_takes_the_closed_form(Algorithm algorithm, CollectiveOp op) {
    int ranks = 16;
    long bytes = 16_000_000;
    Schedule schedule = schedule(algorithm, op, ranks);
    Chunking chunking = Chunking.of(schedule, bytes, 1 << 23, 8);
    double ideal = idealSeconds(op, ranks, bytes);
    List<Network> networks = List.of(message(star(ranks, NO_DELAY)), flow(star(ranks, NO_DELAY)));
    for (Network network : networks) {
      PlayResult result =
          new Player(Play.of(schedule, chunking, PlayOptions.IDEAL), network).play();

      assertThat(result.complete()).isTrue();
      assertThat(result.timePs() / 1e12).isEqualTo(ideal, within(0.01 * ideal));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 64})
  void a_ring_takes_its_rounds_of_latency_and_chunk(int ranks) {
    long chunk = 1_000_000;
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.ALL_REDUCE, ranks);
    Chunking chunking = Chunking.of(schedule, ranks * chunk, 1 << 20, 8);
    for (Network network : List.of(message(star(ranks, HALF_US)), flow(star(ranks, HALF_US)))) {
      PlayResult result =
          new Player(Play.of(schedule, chunking, PlayOptions.IDEAL), network).play();

      // 20 us for a chunk, two links of 0.5 us, 2(n-1) rounds
      assertThat(result.timePs()).isEqualTo(2L * (ranks - 1) * 21_000_000);
      assertThat(result.messages()).isEqualTo(2L * ranks * (ranks - 1));
      assertThat(result.bytes()).isEqualTo(2L * ranks * (ranks - 1) * chunk);
      assertThat(result.sentBytes(0)).isEqualTo(2L * (ranks - 1) * chunk);
    }
  }

  /** One ring, all tools: the figures to meet are in the comparison of simulators. */
  @Test
  void the_fidelities_agree_on_a_ring_of_64_in_a_fat_tree_and_none_is_below_the_bound() {
    Fabric fabric = Fabrics.fatTree(8, RATE, HALF_US, NO_DELAY);
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.ALL_REDUCE, 64);
    Chunking chunking = Chunking.of(schedule, 64_000_000, 1 << 20, 8);
    int[] endpoints = IntStream.range(0, 64).toArray();
    double bound =
        new Bounds(fabric)
            .of(CollectiveOp.ALL_REDUCE, 64e6, 0, endpoints, false)
            .getFirst()
            .seconds();
    assertThat(bound).isEqualTo(2.52e-3 + 1e-6, within(1e-9));
    for (PlayOptions options : List.of(PlayOptions.IDEAL, PlayOptions.NCCL)) {
      double message =
          new Player(Play.of(schedule, chunking, options), message(fabric)).play().timePs() / 1e9;
      double flow =
          new Player(Play.of(schedule, chunking, options), flow(fabric)).play().timePs() / 1e9;

      assertThat(flow).isEqualTo(message, within(0.03 * message));
      assertThat(message).isBetween(2.583, 2.75);
      assertThat(flow).isBetween(2.583, 2.75);
    }
  }

  @Test
  void ranks_that_are_alike_may_stand_for_all() {
    int ranks = 128;
    Fabric fabric = Fabrics.fatTree(8, RATE, HALF_US, NO_DELAY);
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.ALL_REDUCE, ranks);
    Chunking chunking = Chunking.of(schedule, 128_000_000, 1 << 20, 8);
    Play play = Play.of(schedule, chunking, PlayOptions.NCCL);
    Paths paths = new Paths(fabric, Routing.DESTINATION, 1);
    PlayResult all = new Player(play, new MessageNetwork(paths, Serialisation.CONNECTION)).play();
    for (int period : new int[] {4, 16, 32}) {
      PlayResult some =
          new Player(
                  play.folded(period),
                  new MessageNetwork(
                      new FoldedPaths(fabric, paths, ranks, period, ranks / period),
                      Serialisation.CONNECTION))
              .play();

      assertThat((double) some.timePs()).isEqualTo(all.timePs(), within(0.001 * all.timePs()));
      assertThat(some.messages()).isEqualTo(all.messages());
      assertThat(some.bytes()).isEqualTo(all.bytes());
    }
  }

  @Test
  void only_schedules_whose_ranks_are_alike_are_folded() {
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.BROADCAST, 8);
    Play play = Play.of(schedule, Chunking.of(schedule, 100, 1024, 1), PlayOptions.IDEAL);
    assertThatThrownBy(() -> play.folded(2)).hasMessageContaining("not alike");
    assertThatThrownBy(() -> play.folded(3)).hasMessageContaining("equal parts");
  }

  /** fabric-cases.yaml, cts-window: rate of slots · bytes over clear-to-send time plus transfer. */
  @ParameterizedTest
  @CsvSource({"2, 131072", "4, 131072", "1, 524288", "8, 524288"})
  void clear_to_send_limits_a_connection_to_its_slots_per_round_trip(int slots, int slotBytes) {
    TimeSpan tenUsPerWay = TimeSpan.parse("5us");
    long bytes = 200L * slotBytes;
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.BROADCAST, 2);
    Chunking chunking = Chunking.of(schedule, bytes, slotBytes, slots);
    PlayOptions options = new PlayOptions(Credit.CLEAR_TO_SEND, 0, 1, 0, 0);
    PlayResult result =
        new Player(Play.of(schedule, chunking, options), flow(star(2, tenUsPerWay))).play();

    double transfer = slotBytes / BYTES_PER_SECOND;
    double rate = Math.min(BYTES_PER_SECOND, slots * slotBytes / (20e-6 + transfer));
    assertThat(bytes / (result.timePs() / 1e12)).isEqualTo(rate, within(0.06 * rate));
    if (rate < BYTES_PER_SECOND) {
      assertThat(result.slotWaitPs(0)).isGreaterThan(result.timePs() / 2);
    }
  }

  @Test
  void slots_in_shared_memory_come_back_at_once() {
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.BROADCAST, 2);
    Chunking chunking = Chunking.of(schedule, 100 * 131_072, 131_072, 1);
    PlayOptions options = new PlayOptions(Credit.SLOT, 0, 1, 0, 0);
    PlayResult result =
        new Player(Play.of(schedule, chunking, options), flow(star(2, HALF_US))).play();

    long perMessage = Math.round(131_072 / 50e9 * 1e12) + 1_000_000;
    assertThat(result.timePs()).isEqualTo(100 * perMessage);
  }

  /**
   * Of the 2(n-1) rounds of a ring n-1 add up; a tree's root only receives, and adds up as well.
   */
  @Test
  void adding_up_takes_its_time_where_it_is_done() {
    double psPerByte = 250;
    PlayOptions options = PlayOptions.IDEAL.reducing(psPerByte);
    int ranks = 5;
    int chunk = 100_000;
    Schedule ring = schedule(Algorithm.RING, CollectiveOp.ALL_REDUCE, ranks);
    Chunking chunking = Chunking.of(ring, (long) ranks * chunk, 1 << 20, 8);
    PlayResult result =
        new Player(Play.of(ring, chunking, options), message(star(ranks, HALF_US))).play();
    long round = 2_000_000 + 1_000_000;
    long sums = Math.round((ranks - 1) * chunk * psPerByte);
    assertThat(result.timePs()).isEqualTo(2L * (ranks - 1) * round + sums);

    Schedule reduce = schedule(Algorithm.RING, CollectiveOp.REDUCE, 2);
    Chunking whole = Chunking.of(reduce, chunk, 1 << 20, 8);
    PlayResult root = new Player(Play.of(reduce, whole, options), message(star(2, HALF_US))).play();
    assertThat(root.timePs()).isEqualTo(round + Math.round(chunk * psPerByte));
  }

  @Test
  void who_works_slowly_is_named() {
    PlayResult result =
        playRing(
            new Delays() {
              @Override
              public long extraStepPs(int agent) {
                return agent == 5 ? 30_000_000 : 1_000_000;
              }
            });

    Slowest slowest = result.slowest();
    assertThat(slowest).isNotNull();
    assertThat(slowest.cause()).isEqualTo(Slowest.Cause.WORK);
    assertThat(slowest.agent()).isEqualTo(5);
    assertThat(result.messageWaitPs(5)).isLessThan(result.messageWaitPs(2));
  }

  @Test
  void who_comes_late_is_named_and_holds_all_up() {
    PlayResult result =
        playRing(
            new Delays() {
              @Override
              public long startPs(int agent) {
                return agent == 3 ? 500_000_000 : 0;
              }
            });

    assertThat(result.slowest())
        .extracting(Slowest::cause, Slowest::agent)
        .containsExactly(Slowest.Cause.START, 3);
    assertThat(result.timePs()).isGreaterThan(500_000_000);
  }

  private static PlayResult playRing(Delays delays) {
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.ALL_REDUCE, 8);
    Chunking chunking = Chunking.of(schedule, 8_000_000, 1 << 20, 8);
    Play play = Play.of(schedule, chunking, PlayOptions.NCCL).with(delays);
    PlayResult result = new Player(play, flow(star(8, HALF_US))).play();
    assertThat(result.complete()).isTrue();
    return result;
  }

  @Test
  void a_slow_connection_is_named() {
    Fabric fabric = star(8, HALF_US);
    FlowNetwork network = new FlowNetwork(fabric, Routing.DESTINATION, 1);
    network.changeRate(fabric.firstPort(6), 10_000_000_000L, 0);
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.ALL_REDUCE, 8);
    Chunking chunking = Chunking.of(schedule, 8_000_000, 1 << 20, 8);
    PlayResult result = new Player(Play.of(schedule, chunking, PlayOptions.IDEAL), network).play();

    assertThat(result.slowest())
        .extracting(Slowest::cause, Slowest::agent, Slowest::peer)
        .containsExactly(Slowest.Cause.CONNECTION, 6, 7);
  }

  @Test
  void nobody_is_blamed_when_all_are_alike() {
    assertThat(playRing(Delays.NONE).slowest()).isNull();
  }

  @Test
  void a_shut_link_leaves_the_play_incomplete_and_says_who_is_stuck() {
    Fabric fabric = star(4, HALF_US);
    FlowNetwork network = new FlowNetwork(fabric, Routing.DESTINATION, 1);
    network.changeRate(fabric.firstPort(2), 0, 0);
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.BROADCAST, 4);
    Chunking chunking = Chunking.of(schedule, 1000, 1024, 8);
    PlayResult result = new Player(Play.of(schedule, chunking, PlayOptions.IDEAL), network).play();

    assertThat(result.complete()).isFalse();
    assertThat(result.end().reason()).isEqualTo(RunEnd.Reason.STALLED);
    assertThat(result.stuck(10)).containsExactly(3);
  }

  @Test
  void a_recorder_sees_every_step_in_the_order_of_time() {
    List<Long> times = new ArrayList<>();
    long[] bytes = new long[1];
    StepRecorder recorder =
        (agent, channel, camePs, readyPs, atPs, flags, from, to, sent) -> {
          assertThat(readyPs).isBetween(camePs, atPs);
          times.add(atPs);
          bytes[0] += sent;
        };
    Schedule schedule = schedule(Algorithm.RING, CollectiveOp.ALL_REDUCE, 4);
    Chunking chunking = Chunking.of(schedule, 4_000_000, 1 << 19, 2);
    Play play = Play.of(schedule, chunking, PlayOptions.NCCL).with(recorder);
    PlayResult result = new Player(play, flow(star(4, HALF_US))).play();

    assertThat(times).isSorted().hasSize(4 * 7 * chunking.loops());
    assertThat(bytes[0]).isEqualTo(result.bytes());
  }

  @Test
  void two_plays_are_alike_to_the_picosecond() {
    Fabric fabric = Fabrics.fatTree(4, RATE, HALF_US, NO_DELAY);
    Schedule schedule = schedule(Algorithm.DIRECT, CollectiveOp.ALL_TO_ALL, 16);
    Chunking chunking = Chunking.of(schedule, 16_000_000, 1 << 18, 2);
    List<List<Long>> ends = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      PlayResult result =
          new Player(
                  Play.of(schedule, chunking, PlayOptions.NCCL),
                  new FlowNetwork(fabric, Routing.HASH, 4))
              .play();
      ends.add(IntStream.range(0, 16).mapToObj(result::endPs).toList());
    }
    assertThat(ends.get(0)).isEqualTo(ends.get(1));
  }

  @Test
  void streams_of_a_rank_run_side_by_side_and_wait_for_each_other_where_they_say_so() {
    // Both swap 1 MB, add it up in a stream of its own, and swap another 1 MB that needs no sum.
    // 20 us and 0.5 us for a message; the second goes right behind the first in its own stream.
    List<BlockAlgorithm.Gpu> gpus =
        List.of(
            new BlockAlgorithm.Gpu(1, swap(1, false)), new BlockAlgorithm.Gpu(1, swap(0, false)));
    List<BlockAlgorithm.Gpu> waiting =
        List.of(new BlockAlgorithm.Gpu(1, swap(1, true)), new BlockAlgorithm.Gpu(1, swap(0, true)));
    assertThat(micros(gpus)).isCloseTo(20 + 20 + 0.5, within(0.01));
    // The answer cannot leave before the sum is made: 20 + 0.5, and again.
    assertThat(micros(waiting)).isCloseTo(2 * (20 + 0.5), within(0.01));
  }

  private static List<Block> swap(int peer, boolean waits) {
    Place own = new Place(Buffer.INPUT, 0);
    Place other = new Place(Buffer.INPUT, 1);
    Place came = new Place(Buffer.SCRATCH, 0);
    return List.of(
        new Block(
            0,
            peer,
            -1,
            0,
            List.of(
                new BlockStep(Kind.SEND, own, own, 1, -1, -1, 0),
                new BlockStep(Kind.SEND, other, other, 1, waits ? 2 : -1, waits ? 1 : -1, 0))),
        new Block(
            1,
            -1,
            peer,
            0,
            List.of(
                new BlockStep(Kind.RECEIVE, own, came, 1, -1, -1, 0),
                new BlockStep(Kind.RECEIVE_REDUCE_COPY, other, other, 1, 0, 1, 0))),
        new Block(
            2,
            -1,
            -1,
            0,
            List.of(
                new BlockStep(Kind.NOTHING, own, own, 0, 0, 0, 0),
                new BlockStep(Kind.REDUCE, came, own, 1, 1, 0, 0))));
  }

  private static double micros(List<BlockAlgorithm.Gpu> gpus) {
    BlockSchedule schedule =
        BlockSchedule.of(new BlockAlgorithm("swap", CollectiveOp.ALL_REDUCE, 0, 2, true, gpus));
    Chunking chunking = Chunking.of(schedule, 2_000_000, 1 << 20, 8);
    Play play = Play.of(schedule, chunking, PlayOptions.IDEAL);
    return new Player(play, message(star(2, TimeSpan.parse("0.25us")))).play().timePs() * 1e-6;
  }
}
