package io.busbar.collective.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.border.Border;
import io.busbar.base.explain.Ledger;
import java.util.List;
import org.junit.jupiter.api.Test;

class BordersInFormulasTest {
  private static final double NIC = 50e9;

  /** 64 nodes of 8, 32 below a leaf. */
  private static GroupShape group(double over) {
    List<Border> borders = over == 1 ? List.of() : List.of(new Border(256, over));
    return new GroupShape(512, 8, 450e9, 0, NIC, 0, false, false, borders);
  }

  private static double seconds(CollectiveOp op, double over) {
    return AlphaBeta.IDEAL.prepare(op, group(over)).seconds(1e9, Ledger.OFF);
  }

  @Test
  void rings_cross_a_leaf_with_the_flow_of_one_node() {
    assertThat(seconds(CollectiveOp.ALL_REDUCE, 4)).isEqualTo(seconds(CollectiveOp.ALL_REDUCE, 1));
    assertThat(seconds(CollectiveOp.ALL_GATHER, 32)).isEqualTo(seconds(CollectiveOp.ALL_GATHER, 1));
    // Beyond 32:1 the leaf has less than the NICs of one node.
    assertThat(seconds(CollectiveOp.ALL_GATHER, 64))
        .isCloseTo(2 * seconds(CollectiveOp.ALL_GATHER, 1), within(1e-12));
  }

  @Test
  void an_exchange_pays_for_the_bytes_that_cross() {
    // 256 of 512 parts cross at a quarter of the rate, of 504 that leave the node.
    assertThat(seconds(CollectiveOp.ALL_TO_ALL, 4))
        .isCloseTo(256.0 / 512 * 1e9 * 4 / NIC, within(1e-12));
    assertThat(seconds(CollectiveOp.ALL_TO_ALL, 4) / seconds(CollectiveOp.ALL_TO_ALL, 1))
        .isCloseTo(4 * 256 / 504.0, within(1e-12));
  }

  @Test
  void a_root_and_a_chain_cross_once() {
    assertThat(seconds(CollectiveOp.GATHER, 4)).isEqualTo(seconds(CollectiveOp.GATHER, 1));
    GroupShape chain =
        new GroupShape(2, 1, 450e9, 0, NIC, 0, false, false, List.of(new Border(1, 6)));
    assertThat(AlphaBeta.IDEAL.prepare(CollectiveOp.SEND_RECEIVE, chain).seconds(1e9, Ledger.OFF))
        .isCloseTo(6 * 1e9 / NIC, within(1e-12));
  }

  @Test
  void rings_of_a_dragonfly_have_the_links_of_one_pair_of_groups() {
    // 64 nodes of 8 in two groups; the 256 ranks of a group have the links of 4 to the other one.
    GroupShape narrow =
        new GroupShape(512, 8, 450e9, 0, NIC, 0, false, false, List.of(new Border(256, 16, 64)));
    double open = seconds(CollectiveOp.ALL_GATHER, 1);
    assertThat(AlphaBeta.IDEAL.prepare(CollectiveOp.ALL_GATHER, narrow).seconds(1e9, Ledger.OFF))
        .isCloseTo(2 * open, within(1e-12));
  }
}
