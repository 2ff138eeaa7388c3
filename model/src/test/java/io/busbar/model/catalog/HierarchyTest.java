package io.busbar.model.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.explain.Quality;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.catalog.Hierarchy.Row;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NodeType;
import org.junit.jupiter.api.Test;

class HierarchyTest {
  private static Hierarchy of(String node) {
    Problems problems = new Problems();
    NodeType type = Catalog.standard().node(node, Position.of("test"), problems);
    problems.throwIfAny();
    return Hierarchy.of(type);
  }

  @Test
  void dgx_h100_has_five_levels_per_direction() {
    Hierarchy hierarchy = of("dgx-h100");
    assertThat(hierarchy.rows()).extracting(Row::level).containsExactly(0, 1, 2, 3, 4);
    assertThat(hierarchy.rows())
        .extracting(row -> row.rate().bytesPerSecondPerGpu())
        .containsExactly(132 * 128 * 1.83e9, 3.35e12, 450e9, 50e9, 6.25e9);
    assertThat(hierarchy.rows())
        .extracting(row -> row.rate().bytesPerSecondPerNode())
        .containsExactly(8 * 132 * 128 * 1.83e9, 26.8e12, 3.6e12, 400e9, 50e9);
  }

  @Test
  void nvlink_is_nine_times_the_nic_of_a_gpu_in_the_same_direction() {
    Hierarchy hierarchy = of("dgx-h100");
    double nvlink = hierarchy.rows().get(2).rate().bytesPerSecondPerGpu();
    double nic = hierarchy.rows().get(3).rate().bytesPerSecondPerGpu();
    assertThat(nvlink / nic).isEqualTo(9);
  }

  @Test
  void an_nvl72_rack_is_one_domain_of_72_gpus() {
    Hierarchy hierarchy = of("gb200-nvl72");
    Row domain = hierarchy.rows().get(2);
    assertThat(domain.connects()).isEqualTo("72 GPUs of a scale-up domain");
    assertThat(domain.rate().bytesPerSecondPerGpu()).isEqualTo(900e9);
    assertThat(domain.rate().bytesPerSecondPerNode()).isEqualTo(64.8e12);
    assertThat(hierarchy.rows().get(3).rate().bytesPerSecondPerGpu()).isEqualTo(50e9);
    assertThat(hierarchy.rows().get(4).rate()).isNull();
  }

  @Test
  void latency_grows_from_level_to_level_and_says_how_well_it_is_known() {
    Hierarchy hierarchy = of("dgx-h100");
    for (int i = 1; i < hierarchy.rows().size(); i++) {
      assertThat(hierarchy.rows().get(i).latency().lowSeconds())
          .isGreaterThan(hierarchy.rows().get(i - 1).latency().lowSeconds());
    }
    assertThat(hierarchy.rows().get(1).latency().lowSeconds())
        .isCloseTo(400 / 1.83e9, within(1e-15));
    assertThat(hierarchy.rows().get(2).latency().quality()).isEqualTo(Quality.SOURCED);
    assertThat(hierarchy.rows().get(3).latency().quality()).isEqualTo(Quality.RECALLED);
  }

  @Test
  void a_figure_computed_from_a_recalled_one_is_recalled() {
    assertThat(of("dgx-h100").rows().get(0).rate().quality()).isEqualTo(Quality.RECALLED);
    assertThat(of("dgx-h100").rows().get(0).rate().source())
        .isEqualTo("132 SMs x 128 B/clock x 1830 MHz");
  }

  @Test
  void a_mesh_says_what_one_peer_gets() {
    assertThat(of("mi300x-platform").rows().get(2).note())
        .isEqualTo("fixed links: one peer gets 64 GB/s");
  }

  @Test
  void a_node_without_scale_up_links_uses_pcie() {
    Row row = of("l40s-pcie").rows().get(2);
    assertThat(row.name()).isEqualTo("PCIe");
    assertThat(row.rate().bytesPerSecondPerGpu()).isEqualTo(31e9);
  }

  @Test
  void any_node_of_the_catalogue_has_five_levels() {
    for (String name : Catalog.standard().names(Kind.NODE)) {
      Problems problems = new Problems();
      NodeType node = Catalog.standard().node(name, Position.of("test"), problems);
      if (node != null) {
        assertThat(Hierarchy.of(node).rows()).as(name).hasSize(5);
      }
    }
  }
}
