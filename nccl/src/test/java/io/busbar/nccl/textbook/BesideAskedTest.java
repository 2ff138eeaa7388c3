package io.busbar.nccl.textbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.version.NcclVersion;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BesideAskedTest {

  private static Asked asked(CollectiveOp op, String name, int ranks, int together) {
    Cluster cluster =
        Objects.requireNonNull(Clusters.parse(name, Position.of("cluster"), new Problems()));
    NcclSetup setup = NcclSetup.of(NcclVersion.of(2, 27, 7), cluster.node().gpu());
    return new Asked(op, cluster, ranks, together, setup);
  }

  private static List<String> quantities(Asked asked, long bytes) {
    return BesideAsked.of(asked, bytes).stream().map(ClaimRow::quantity).toList();
  }

  @Test
  void a_node_has_the_formula_at_the_rate_of_its_links_and_nvls() {
    List<ClaimRow> rows =
        BesideAsked.of(asked(CollectiveOp.ALL_REDUCE, "dgx-h100:1", 8, 8), 900_000_000);

    // 2 · 7/8 · 0.9e9 / 450e9 = 3.5 ms; 40 % off is 2.1 ms.
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).textbook()).isCloseTo(3.5e-3, within(1e-12));
    assertThat(rows.get(1).textbook()).isCloseTo(2.1e-3, within(1e-12));
    assertThat(rows.get(0).ours()).isGreaterThan(2.1e-3);
  }

  @Test
  void several_nodes_have_the_formula_at_one_nic_and_sharp() {
    List<ClaimRow> rows =
        BesideAsked.of(asked(CollectiveOp.ALL_REDUCE, "dgx-h100:4", 32, 8), 1_600_000_000);

    // 2 · 31/32 · 1.6e9 / 50e9 = 62 ms, half with SHARP; eight NICs carry it in an eighth at best.
    assertThat(rows).hasSize(2);
    assertThat(rows.get(0).textbook()).isCloseTo(62e-3, within(1e-12));
    assertThat(rows.get(1).textbook()).isCloseTo(31e-3, within(1e-12));
    assertThat(rows.get(0).ours()).isBetween(62e-3 / 8, 62e-3 / 4);
  }

  @Test
  void gathering_is_one_of_the_two_phases() {
    List<ClaimRow> rows =
        BesideAsked.of(asked(CollectiveOp.ALL_GATHER, "dgx-h100:4", 32, 8), 1_600_000_000);

    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst().textbook()).isCloseTo(31e-3, within(1e-12));
  }

  @Test
  void roce_has_no_sharp_and_ampere_no_nvls() {
    assertThat(quantities(asked(CollectiveOp.ALL_REDUCE, "grand-teton:4", 32, 8), 1 << 20))
        .containsExactly("time");
    assertThat(quantities(asked(CollectiveOp.ALL_REDUCE, "dgx-a100:1", 8, 8), 1 << 20))
        .containsExactly("time");
  }

  @Test
  void symmetric_memory_is_compared_up_to_the_size_the_chapter_names() {
    Asked registered = asked(CollectiveOp.ALL_REDUCE, "dgx-h100:1", 8, 8).symmetric(true);

    assertThat(quantities(registered, 256 * 1024)).contains("gain of symmetric memory");
    assertThat(quantities(registered, 512 * 1024)).doesNotContain("gain of symmetric memory");
  }

  @Test
  void an_operation_without_a_formula_has_no_rows() {
    assertThat(BesideAsked.of(asked(CollectiveOp.ALL_TO_ALL, "dgx-h100:4", 32, 8), 1 << 20))
        .isEmpty();
  }
}
