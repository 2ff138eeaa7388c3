package io.busbar.collective.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A schedule played in time takes what the textbook's formula says, on a network without sharing.
 */
class MessagePlayerTest {
  private static final double LATENCY = 3;
  private static final double CHUNK = 5;

  private static double play(Algorithm algorithm, CollectiveOp op, Locality shape, int pieces) {
    Schedule schedule = Schedules.of(ScheduleRequest.of(op, algorithm, shape).withPieces(pieces));
    return MessagePlayer.seconds(schedule, LATENCY, CHUNK, 2);
  }

  private static int log2Up(int n) {
    return 32 - Integer.numberOfLeadingZeros(n - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 17})
  void a_ring_takes_two_times_n_minus_one_hops(int n) {
    assertThat(play(Algorithm.RING, CollectiveOp.ALL_REDUCE, Locality.oneNode(n), 1))
        .isCloseTo(2 * (n - 1) * (LATENCY + CHUNK), within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 17})
  void direct_takes_two_hops(int n) {
    assertThat(play(Algorithm.DIRECT, CollectiveOp.ALL_REDUCE, Locality.oneNode(n), 1))
        .isCloseTo(2 * (LATENCY + CHUNK), within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 17})
  void pat_takes_log_latencies_and_n_minus_one_chunks(int n) {
    for (CollectiveOp op : Algorithm.PAT.operations()) {
      assertThat(play(Algorithm.PAT, op, Locality.flat(n), 1))
          .isCloseTo(log2Up(n) * LATENCY + (n - 1) * CHUNK, within(1e-9));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 16})
  void halving_doubling_takes_two_logs_of_latencies_and_the_rings_chunks(int n) {
    assertThat(play(Algorithm.HALVING_DOUBLING, CollectiveOp.ALL_REDUCE, Locality.flat(n), 1))
        .isCloseTo(2 * (log2Up(n) * LATENCY + (n - 1) * CHUNK), within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void nvls_gathers_with_one_chunk_up_and_n_down(int n) {
    assertThat(play(Algorithm.NVLS, CollectiveOp.ALL_GATHER, Locality.oneNode(n), 1))
        .isCloseTo(CHUNK + LATENCY + n * CHUNK + LATENCY, within(LATENCY * n));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 7, 15, 31})
  void a_tree_takes_its_depth_twice_and_both_directions_overlap(int n) {
    double hop = LATENCY + CHUNK;
    int depth = log2Up(n + 1) - 1;
    assertThat(play(Algorithm.TREE, CollectiveOp.ALL_REDUCE, Locality.flat(n), 1))
        .isCloseTo(2 * depth * hop, within(1e-9));
    // A long message needs no more than one piece per hop; up and down one after the other takes 2.
    int pieces = 400;
    assertThat(play(Algorithm.TREE, CollectiveOp.ALL_REDUCE, Locality.flat(n), pieces))
        .isLessThan((pieces + 4 * depth) * hop);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void hierarchical_takes_the_ring_of_nodes_and_a_hop_at_either_end(int nodes) {
    // The parts of the next chunk travel while the ring moves, so only the first and last show.
    double hop = LATENCY + CHUNK;
    assertThat(play(Algorithm.HIERARCHICAL, CollectiveOp.ALL_REDUCE, Locality.uniform(nodes, 4), 1))
        .isCloseTo((2 + 2 * (nodes - 1)) * hop, within(hop));
  }
}
