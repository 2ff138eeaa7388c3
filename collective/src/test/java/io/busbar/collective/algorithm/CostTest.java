package io.busbar.collective.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.RankProgram;
import io.busbar.collective.schedule.Schedule;
import io.busbar.collective.schedule.Step;
import io.busbar.collective.schedule.StepBuffer;
import io.busbar.collective.verify.Traffic;
import io.busbar.collective.verify.Verification;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

/** Bytes and rounds are those of the theory. Bytes are in chunks: a buffer has n, or as it says. */
class CostTest {
  private static Verification proved(Algorithm algorithm, CollectiveOp op, Locality locality) {
    return Proofs.proved(algorithm, op, locality);
  }

  private static void everyRankSends(Verification verification, int ranks, long chunks) {
    Traffic traffic = verification.traffic().getFirst();
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(traffic.sent(rank)).isEqualTo(chunks);
      assertThat(traffic.received(rank)).isEqualTo(chunks);
    }
  }

  /** Chunks that each rank sends to other nodes or to switches of the network. */
  private static void everyRankSendsOut(Verification verification, Locality shape, long chunks) {
    for (int rank = 0; rank < shape.ranks(); rank++) {
      assertThat(Proofs.sentOut(verification.traffic().getFirst(), shape, rank)).isEqualTo(chunks);
    }
  }

  private static void staysOnRails(Verification verification, Locality shape) {
    for (Traffic traffic : verification.traffic()) {
      for (int edge = 0; edge < traffic.edges(); edge++) {
        int from = traffic.from(edge);
        int to = traffic.to(edge);
        if (from < shape.ranks() && to < shape.ranks() && shape.node(from) != shape.node(to)) {
          assertThat(shape.rail(from)).isEqualTo(shape.rail(to));
        }
      }
    }
  }

  @Test
  void a_ring_sends_two_times_n_minus_one_of_n_chunks() {
    for (int n = 1; n <= 64; n++) {
      Locality shape = Locality.oneNode(n);
      Verification all = proved(Algorithm.RING, CollectiveOp.ALL_REDUCE, shape);
      everyRankSends(all, n, 2L * (n - 1));
      assertThat(all.rounds()).isEqualTo(2 * (n - 1));
      Verification gather = proved(Algorithm.RING, CollectiveOp.ALL_GATHER, shape);
      everyRankSends(gather, n, n - 1);
      assertThat(gather.rounds()).isEqualTo(n - 1);
      everyRankSends(proved(Algorithm.RING, CollectiveOp.REDUCE_SCATTER, shape), n, n - 1);
      Verification chain = proved(Algorithm.RING, CollectiveOp.BROADCAST, shape);
      assertThat(chain.traffic().getFirst().total()).isEqualTo(n - 1);
      assertThat(chain.rounds()).isEqualTo(n - 1);
    }
  }

  @Test
  void a_double_tree_has_logarithmic_depth_and_at_most_two_buffers_per_rank() {
    for (int n = 2; n <= 64; n++) {
      Locality shape = Locality.flat(n);
      ScheduleRequest request =
          ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.TREE, shape).withChannels(2);
      Verification verification = Proofs.proved(request);
      // Two channels carry half a buffer each: two buffers are four chunks.
      for (int rank = 0; rank < n; rank++) {
        int node = rank;
        assertThat(verification.traffic().stream().mapToLong(t -> t.sent(node)).sum())
            .isLessThanOrEqualTo(4);
        assertThat(verification.traffic().stream().mapToLong(t -> t.received(node)).sum())
            .isLessThanOrEqualTo(4);
      }
      assertThat(verification.traffic().getFirst().total()).isEqualTo(2L * (n - 1));
      int log = 31 - Integer.numberOfLeadingZeros(n);
      assertThat(verification.rounds()).isLessThanOrEqualTo(2 * log);
    }
  }

  @Test
  void the_chain_of_a_node_lengthens_its_tree() {
    Locality shape = Locality.uniform(7, 4);
    Verification verification = proved(Algorithm.TREE, CollectiveOp.ALL_REDUCE, shape);
    assertThat(verification.rounds()).isEqualTo(2 * (2 + 3));
    staysOnRails(verification, shape);
  }

  @Test
  void recursive_doubling_takes_log_rounds() {
    for (int n = 2; n <= 64; n++) {
      Locality shape = Locality.flat(n);
      Verification all = proved(Algorithm.RECURSIVE_DOUBLING, CollectiveOp.ALL_REDUCE, shape);
      int power = 31 - Integer.numberOfLeadingZeros(n);
      boolean exact = Integer.bitCount(n) == 1;
      assertThat(all.rounds()).isBetween(exact ? power : power + 1, exact ? power : power + 2);
      if (exact) {
        everyRankSends(all, n, power);
      }
      Verification gather = proved(Algorithm.RECURSIVE_DOUBLING, CollectiveOp.ALL_GATHER, shape);
      assertThat(gather.rounds()).isEqualTo(Proofs.log2Up(n));
      everyRankSends(gather, n, n - 1);
    }
  }

  @Test
  void halving_doubling_takes_the_rings_bytes_in_log_rounds() {
    for (int n = 2; n <= 64; n *= 2) {
      Locality shape = Locality.flat(n);
      int power = Proofs.log2Up(n);
      Verification all = proved(Algorithm.HALVING_DOUBLING, CollectiveOp.ALL_REDUCE, shape);
      everyRankSends(all, n, 2L * (n - 1));
      assertThat(all.rounds()).isEqualTo(2 * power);
      Verification half = proved(Algorithm.HALVING_DOUBLING, CollectiveOp.REDUCE_SCATTER, shape);
      everyRankSends(half, n, n - 1);
      assertThat(half.rounds()).isEqualTo(power);
    }
  }

  @Test
  void halving_doubling_folds_what_is_above_a_power_of_two() {
    // 6 ranks: 0 and 2 fold into 1 and 3; members stand for 2, 2, 1 and 1 of 6 chunks.
    Verification all =
        proved(Algorithm.HALVING_DOUBLING, CollectiveOp.ALL_REDUCE, Locality.flat(6));
    assertThat(all.rounds()).isEqualTo(2 * 2 + 2);
    Traffic traffic = all.traffic().getFirst();
    assertThat(traffic.sent(0)).isEqualTo(6);
    assertThat(traffic.sent(1)).isEqualTo((2 + 2) + (2 + 4) + 6);
    assertThat(traffic.sent(5)).isEqualTo((4 + 1) + (1 + 2));
  }

  @Test
  void a_binomial_tree_takes_log_rounds() {
    for (int n = 2; n <= 64; n++) {
      Locality shape = Locality.flat(n);
      for (CollectiveOp op : Algorithm.BINOMIAL.operations()) {
        // The longest way from the root has a hop per one-bit of the distance.
        int longest = Integer.bitCount(Integer.highestOneBit(n) - 1);
        assertThat(proved(Algorithm.BINOMIAL, op, shape).rounds())
            .isBetween(longest, Proofs.log2Up(n));
      }
      Traffic broadcast =
          proved(Algorithm.BINOMIAL, CollectiveOp.BROADCAST, shape).traffic().getFirst();
      assertThat(broadcast.total()).isEqualTo(n - 1);
      assertThat(broadcast.sent(0)).isEqualTo(Proofs.log2Up(n));
      Traffic gather = proved(Algorithm.BINOMIAL, CollectiveOp.GATHER, shape).traffic().getFirst();
      assertThat(gather.received(0)).isEqualTo(n - 1);
    }
  }

  @Test
  void pat_takes_log_rounds_and_little_over_long_distances() {
    for (int n = 2; n <= 64; n++) {
      for (CollectiveOp op : Algorithm.PAT.operations()) {
        Verification verification = proved(Algorithm.PAT, op, Locality.flat(n));
        assertThat(verification.rounds()).isEqualTo(Proofs.log2Up(n));
        everyRankSends(verification, n, n - 1);
      }
    }
    Traffic traffic =
        proved(Algorithm.PAT, CollectiveOp.ALL_GATHER, Locality.flat(8)).traffic().getFirst();
    for (int edge = 0; edge < traffic.edges(); edge++) {
      int distance = Math.floorMod(traffic.to(edge) - traffic.from(edge), 8);
      assertThat(traffic.chunks(edge)).isEqualTo(4 / distance);
      assertThat(traffic.messages(edge)).isEqualTo(1);
    }
  }

  @Test
  void pat_keeps_few_partial_sums_when_aggregation_is_limited() {
    for (int aggregate : new int[] {1, 2, 8}) {
      for (int n : new int[] {5, 64, 100, 1000}) {
        Schedule schedule =
            Schedules.of(
                ScheduleRequest.of(CollectiveOp.REDUCE_SCATTER, Algorithm.PAT, Locality.flat(n))
                    .withAggregate(aggregate));
        assertThat(schedule.span()).isLessThanOrEqualTo(aggregate);
        assertThat(mostPartialSums(schedule, n / 2))
            .isLessThanOrEqualTo((aggregate + 1) * (Proofs.log2Up(n) + 1));
      }
    }
  }

  /** Positions that were added to and not yet sent, at the worst moment. */
  private static int mostPartialSums(Schedule schedule, int rank) {
    BitSet live = new BitSet();
    int most = 0;
    StepBuffer step = new StepBuffer();
    for (RankProgram program = schedule.program(rank, 0); program.next(step); ) {
      for (int i = 0; i < step.count(); i++) {
        live.set(step.sourceAt(i, schedule.chunks()), step.has(Step.RECEIVE));
      }
      most = Math.max(most, live.cardinality());
    }
    return most;
  }

  @Test
  void hierarchical_sends_a_ring_of_nodes_over_each_nic() {
    for (int nodes = 2; nodes <= 9; nodes++) {
      for (int g = 2; g <= 5; g++) {
        Locality shape = Locality.uniform(nodes, g);
        Verification all = proved(Algorithm.HIERARCHICAL, CollectiveOp.ALL_REDUCE, shape);
        // Of nodes·g chunks: 2(N-1)/(N·g) out, 2(g-1)/g inside.
        everyRankSendsOut(all, shape, 2L * (nodes - 1));
        everyRankSends(all, shape.ranks(), 2L * (nodes - 1) + 2L * (g - 1) * nodes);
        assertThat(all.rounds()).isEqualTo(2 + 2 * (nodes - 1));
        staysOnRails(all, shape);
        for (CollectiveOp op :
            new CollectiveOp[] {CollectiveOp.ALL_GATHER, CollectiveOp.REDUCE_SCATTER}) {
          Verification half = proved(Algorithm.HIERARCHICAL, op, shape);
          everyRankSendsOut(half, shape, nodes - 1);
          everyRankSends(half, shape.ranks(), nodes - 1 + (long) (g - 1) * nodes);
          assertThat(half.rounds()).isEqualTo(nodes);
          staysOnRails(half, shape);
        }
      }
    }
  }

  @Test
  void nvls_sends_n_plus_one_of_n_chunks_up_and_down() {
    for (int n = 1; n <= 72; n++) {
      Locality shape = Locality.oneNode(n);
      everyRankSends(proved(Algorithm.NVLS, CollectiveOp.ALL_REDUCE, shape), n, n + 1);
      Traffic gather = proved(Algorithm.NVLS, CollectiveOp.ALL_GATHER, shape).traffic().getFirst();
      Traffic scatter =
          proved(Algorithm.NVLS, CollectiveOp.REDUCE_SCATTER, shape).traffic().getFirst();
      for (int rank = 0; rank < n; rank++) {
        assertThat(gather.sent(rank)).isEqualTo(1);
        assertThat(gather.received(rank)).isEqualTo(n);
        assertThat(scatter.sent(rank)).isEqualTo(n);
        assertThat(scatter.received(rank)).isEqualTo(1);
      }
    }
  }

  @Test
  void nvls_trees_send_at_most_two_slices_over_each_nic() {
    for (int nodes = 2; nodes <= 17; nodes++) {
      int g = 8;
      Locality shape = Locality.uniform(nodes, g);
      ScheduleRequest request =
          ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.NVLS_TREE, shape).withChannels(2);
      Verification verification = Proofs.proved(request);
      staysOnRails(verification, shape);
      for (int rank = 0; rank < shape.ranks(); rank++) {
        long network = 0;
        for (Traffic traffic : verification.traffic()) {
          long hub = 0;
          for (int edge = 0; edge < traffic.edges(); edge++) {
            if (traffic.from(edge) == rank && traffic.to(edge) >= shape.ranks()) {
              hub += traffic.chunks(edge);
            }
          }
          assertThat(hub).isEqualTo(g + 1);
          network += traffic.sent(rank) - hub;
        }
        // A slice is a chunk in each of two channels.
        assertThat(network).isBetween(1L, 4L);
      }
    }
  }

  @Test
  void collnet_sends_the_buffer_once_over_the_nics_of_a_node() {
    for (int nodes = 2; nodes <= 9; nodes++) {
      for (int g = 1; g <= 8; g++) {
        Locality shape = Locality.uniform(nodes, g);
        int levels = nodes <= 4 ? 1 : nodes <= 16 ? 2 : 3;
        ScheduleRequest direct =
            ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.COLLNET_DIRECT, shape)
                .withRadix(4);
        Verification slices = Proofs.proved(direct);
        everyRankSendsOut(slices, shape, 1);
        everyRankSends(slices, shape.ranks(), 1 + 2L * (g - 1));
        assertThat(slices.rounds()).isEqualTo(2 * levels + (g > 1 ? 2 : 0));
        ScheduleRequest chain =
            ScheduleRequest.of(CollectiveOp.ALL_REDUCE, Algorithm.COLLNET_CHAIN, shape)
                .withRadix(4)
                .withChannels(g);
        Verification chains = Proofs.proved(chain);
        assertThat(chains.rounds()).isEqualTo(2 * (g - 1 + levels));
        for (int channel = 0; channel < g; channel++) {
          for (int rank = 0; rank < shape.ranks(); rank++) {
            assertThat(Proofs.sentOut(chains.traffic().get(channel), shape, rank))
                .isEqualTo(shape.local(rank) == channel ? 1 : 0);
          }
        }
      }
    }
  }

  @Test
  void direct_takes_one_round_per_phase() {
    for (int n = 2; n <= 64; n++) {
      Locality shape = Locality.oneNode(n);
      for (CollectiveOp op : CollectiveOp.values()) {
        Verification verification = proved(Algorithm.DIRECT, op, shape);
        assertThat(verification.rounds()).isEqualTo(op == CollectiveOp.ALL_REDUCE ? 2 : 1);
        switch (op) {
          case ALL_REDUCE -> everyRankSends(verification, n, 2L * (n - 1));
          case ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL -> everyRankSends(verification, n, n - 1);
          case SEND_RECEIVE -> everyRankSends(verification, n, 1);
          case BROADCAST, SCATTER ->
              assertThat(verification.traffic().getFirst().sent(0)).isEqualTo(n - 1);
          case REDUCE, GATHER ->
              assertThat(verification.traffic().getFirst().received(0)).isEqualTo(n - 1);
        }
      }
    }
  }

  @Test
  void pairwise_exchange_takes_n_minus_one_rounds() {
    for (int n = 2; n <= 64; n++) {
      Verification verification =
          proved(Algorithm.PAIRWISE, CollectiveOp.ALL_TO_ALL, Locality.flat(n));
      everyRankSends(verification, n, n - 1);
      assertThat(verification.rounds()).isEqualTo(n - 1);
    }
  }

  @Test
  void two_level_and_pxn_all_to_all_stay_on_rails() {
    for (int nodes = 1; nodes <= 7; nodes++) {
      for (int g = 1; g <= 5; g++) {
        Locality shape = Locality.uniform(nodes, g);
        long out = (long) (nodes - 1) * g;
        long inside = (long) (g - 1) * nodes;
        Verification pxn = proved(Algorithm.PXN, CollectiveOp.ALL_TO_ALL, shape);
        everyRankSendsOut(pxn, shape, out);
        everyRankSends(pxn, shape.ranks(), out + inside);
        staysOnRails(pxn, shape);
        Verification two = proved(Algorithm.TWO_LEVEL, CollectiveOp.ALL_TO_ALL, shape);
        everyRankSendsOut(two, shape, out);
        everyRankSends(two, shape.ranks(), out + inside);
        staysOnRails(two, shape);
        assertThat(two.rounds()).isEqualTo(g - 1 + nodes - 1);
        Traffic traffic = two.traffic().getFirst();
        for (int edge = 0; edge < traffic.edges(); edge++) {
          assertThat(traffic.messages(edge)).isEqualTo(1);
        }
      }
    }
  }
}
