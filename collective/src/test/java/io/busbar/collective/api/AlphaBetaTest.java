package io.busbar.collective.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Explained;
import io.busbar.base.explain.Formula;
import io.busbar.base.explain.Ledger;
import io.busbar.base.explain.RecordingLedger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AlphaBetaTest {
  private static final double NVLINK = 450e9;
  private static final double NIC = 50e9;

  private static GroupShape group(int ranks, int perDomain) {
    return new GroupShape(ranks, perDomain, NVLINK, 0, NIC, 0, false, false);
  }

  private static double ideal(CollectiveOp op, GroupShape group, double bytes) {
    return AlphaBeta.IDEAL.prepare(op, group).seconds(bytes, Ledger.OFF);
  }

  @Test
  void ring_all_reduce_over_one_nic_per_rank_is_the_closed_form() {
    // 2·31/32·4.41 GB / 50 GB/s = 0.1709 s: the data-parallel group of a 70B model, TP8 PP4 DP32.
    assertThat(ideal(CollectiveOp.ALL_REDUCE, group(32, 1), 4.41e9))
        .isCloseTo(0.17089, within(1e-5));
    // 2·1023/1024·4 GB / 50 GB/s = 159.8 ms.
    assertThat(ideal(CollectiveOp.ALL_REDUCE, group(1024, 1), 4e9))
        .isCloseTo(0.15984, within(1e-5));
  }

  @Test
  void inside_a_domain_the_scale_up_rate_counts() {
    double bytes = 1 << 30;
    assertThat(ideal(CollectiveOp.ALL_REDUCE, group(8, 8), bytes))
        .isCloseTo(2 * 7 / 8.0 * bytes / NVLINK, within(1e-12));
    assertThat(ideal(CollectiveOp.ALL_GATHER, group(8, 8), bytes))
        .isCloseTo(7 / 8.0 * bytes / NVLINK, within(1e-12));
    assertThat(ideal(CollectiveOp.SEND_RECEIVE, group(2, 2), bytes))
        .isCloseTo(bytes / NVLINK, within(1e-12));
  }

  @Test
  void rings_of_a_whole_node_share_its_nics() {
    // 16 nodes of 8: bus bandwidth is that of all 8 NICs, 400 GB/s, below NVLink.
    double bytes = 1e9;
    assertThat(ideal(CollectiveOp.ALL_REDUCE, group(128, 8), bytes))
        .isCloseTo(2 * 127 / 128.0 * bytes / (8 * NIC), within(1e-12));
  }

  @Test
  void all_to_all_leaves_the_domain_for_all_but_its_own_ranks() {
    double bytes = 1e9;
    assertThat(ideal(CollectiveOp.ALL_TO_ALL, group(64, 8), bytes))
        .isCloseTo(56 / 64.0 * bytes / NIC, within(1e-12));
    assertThat(ideal(CollectiveOp.ALL_TO_ALL, group(8, 8), bytes))
        .isCloseTo(7 / 8.0 * bytes / NVLINK, within(1e-12));
  }

  @Test
  void reduction_in_the_network_halves_a_large_all_reduce_and_nothing_else() {
    GroupShape plain = group(1024, 1);
    GroupShape sharp = new GroupShape(1024, 1, NVLINK, 0, NIC, 0, false, true);
    assertThat(
            ideal(CollectiveOp.ALL_REDUCE, sharp, 1e9) / ideal(CollectiveOp.ALL_REDUCE, plain, 1e9))
        .isCloseTo(0.5 * 1024 / 1023, within(1e-12));
    assertThat(ideal(CollectiveOp.REDUCE_SCATTER, sharp, 1e9))
        .isEqualTo(ideal(CollectiveOp.REDUCE_SCATTER, plain, 1e9));
  }

  @Test
  void latencies_count_hops() {
    GroupShape group = new GroupShape(64, 8, NVLINK, 1e-6, NIC, 5e-6, false, false);
    AlphaBeta model = new AlphaBeta(10e-6, 1, 1);
    // 2·7 hops inside, 2·log2(8) across, plus start-up; one byte costs nothing beside it.
    assertThat(model.prepare(CollectiveOp.ALL_REDUCE, group).seconds(1, Ledger.OFF))
        .isCloseTo(10e-6 + 14e-6 + 6 * 5e-6, within(1e-9));
    assertThat(model.prepare(CollectiveOp.ALL_GATHER, group).seconds(1, Ledger.OFF))
        .isCloseTo(10e-6 + 7e-6 + 63 * 5e-6, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(CollectiveOp.class)
  void time_grows_with_size_and_a_lone_rank_needs_none(CollectiveOp op) {
    AlphaBeta model = new AlphaBeta(5e-6, 0.8, 0.9);
    for (int perDomain = 1; perDomain <= 8; perDomain *= 2) {
      CollectiveCurve curve = model.prepare(op, group(16, perDomain));
      double before = 0;
      for (double bytes = 1; bytes < 1e12; bytes *= 3) {
        double now = curve.seconds(bytes, Ledger.OFF);
        assertThat(now).isGreaterThanOrEqualTo(before);
        before = now;
      }
      assertThat(curve.seconds(0, Ledger.OFF)).isZero();
    }
    assertThat(model.prepare(op, group(1, 1)).seconds(1e9, Ledger.OFF)).isZero();
  }

  @ParameterizedTest
  @EnumSource(CollectiveOp.class)
  void the_printed_formula_gives_the_number(CollectiveOp op) {
    RecordingLedger ledger = new RecordingLedger();
    double seconds = new AlphaBeta(5e-6, 0.8, 0.9).prepare(op, group(16, 4)).seconds(1e8, ledger);
    Explained told = ledger.get("collective_s");
    assertThat(told).isNotNull();
    double again =
        Formula.of("" + told.term().formula())
            .evaluate(name ->
                told.inputs().stream()
                    .filter(e -> e.term().name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .value());
    assertThat(again).isCloseTo(seconds, within(1e-12));
  }

  @Test
  void shares_outside_zero_to_one_are_refused() {
    assertThatThrownBy(() -> new AlphaBeta(0, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AlphaBeta(0, 1, 1.1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AlphaBeta(-1, 1, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
