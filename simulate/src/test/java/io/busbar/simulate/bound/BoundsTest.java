package io.busbar.simulate.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundsTest {
  private static final Bandwidth RATE = Bandwidth.parse("400Gb/s");
  private static final TimeSpan HALF_US = TimeSpan.parse("0.5us");
  private static final TimeSpan NO_DELAY = TimeSpan.parse("0us");

  private static List<LowerBound> bounds(Fabric fabric, CollectiveOp op, int ranks, boolean sums) {
    return new Bounds(fabric).of(op, 50e6, 0, IntStream.range(0, ranks).toArray(), sums);
  }

  /** 50 MB at 50 GB/s are 1 ms, and two links of 0.5 us. */
  @ParameterizedTest
  @CsvSource({
    "ALL_REDUCE, 1.5",
    "ALL_GATHER, 0.75",
    "REDUCE_SCATTER, 0.75",
    "ALL_TO_ALL, 0.75",
    "BROADCAST, 1",
    "REDUCE, 1",
    "GATHER, 0.75",
    "SCATTER, 0.75",
    "SEND_RECEIVE, 1"
  })
  void four_ranks_on_a_switch_are_bound_by_what_each_must_move(CollectiveOp op, double ms) {
    List<LowerBound> bounds = bounds(Fabrics.star(4, RATE, HALF_US, NO_DELAY), op, 4, false);

    assertThat(bounds.getFirst().part()).isEqualTo(Part.ENDPOINT);
    assertThat(bounds.getFirst().seconds() * 1e3).isEqualTo(ms + 1e-3, within(1e-9));
  }

  @Test
  void switches_that_add_up_lower_the_bound_of_an_all_reduce_to_one_buffer() {
    Fabric fabric = Fabrics.star(4, RATE, HALF_US, NO_DELAY);
    assertThat(bounds(fabric, CollectiveOp.ALL_REDUCE, 4, true).getFirst().seconds())
        .isEqualTo(1e-3 + 1e-6, within(1e-12));
  }

  @Test
  void oversubscription_moves_the_bound_of_an_all_to_all_to_the_leaf() {
    // 16 hosts a leaf and 4 uplinks: 16 · 50 MB · 1/2 over 200 GB/s
    Fabric fabric = Fabrics.leafSpine(2, 16, 4, 4, RATE, RATE, HALF_US, NO_DELAY);
    LowerBound bound = bounds(fabric, CollectiveOp.ALL_TO_ALL, 32, false).getFirst();

    assertThat(bound.part()).isEqualTo(Part.LEAVES);
    assertThat(bound.bytesPerSecond()).isEqualTo(200e9);
    assertThat(bound.seconds()).isEqualTo(2e-3 + 1e-6, within(1e-12));
  }

  @Test
  void one_rank_has_no_bound() {
    Fabric fabric = Fabrics.star(4, RATE, HALF_US, NO_DELAY);
    assertThat(bounds(fabric, CollectiveOp.ALL_REDUCE, 1, false)).isEmpty();
  }
}
