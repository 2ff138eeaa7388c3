package io.busbar.simulate.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FabricTest {
  private static final Bandwidth RATE = Bandwidth.parse("400Gb/s");
  private static final TimeSpan CABLE = TimeSpan.parse("500ns");
  private static final TimeSpan NONE = new TimeSpan(0);

  @ParameterizedTest
  @CsvSource({"4, 16, 20", "8, 128, 80", "16, 1024, 320", "24, 3456, 720"})
  void a_k_ary_fat_tree_has_the_published_size(int k, int hosts, int switches) {
    Fabric tree = Fabrics.fatTree(k, RATE, CABLE, NONE);

    assertThat(tree.endpoints()).isEqualTo(hosts);
    assertThat(tree.nodes() - tree.endpoints()).isEqualTo(switches);
    assertThat(tree.ports()).isEqualTo(hosts * 6);
  }

  @Test
  void every_pair_of_a_fat_tree_is_joined_by_every_hash() {
    Fabric tree = Fabrics.fatTree(4, RATE, CABLE, NONE);
    for (int src = 0; src < 16; src++) {
      for (int dst = 0; dst < 16; dst++) {
        if (src != dst) {
          int links = src / 2 == dst / 2 ? 2 : src / 4 == dst / 4 ? 4 : 6;
          for (int hash = 0; hash < 4; hash++) {
            assertThat(hops(tree, src, dst, 0, hash << 30)).isEqualTo(links);
          }
        }
      }
    }
  }

  @Test
  void hashes_spread_over_all_cores() {
    Fabric tree = Fabrics.fatTree(8, RATE, CABLE, NONE);
    Set<Integer> leafPorts = new HashSet<>();
    int leaf = tree.owner(tree.peer(tree.firstPort(0)));
    for (int hash = -8; hash < 8; hash++) {
      leafPorts.add(tree.nextPort(leaf, tree.address(0, 127, 0), hash << 28));
    }
    assertThat(leafPorts).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dgx-h100:4",
        "dgx-h100:40",
        "dgx-h100:1280",
        "dgx-a100:20",
        "gb200-nvl72:3",
        "mi300x-platform:2",
        "l40s-pcie:4",
        "a3-high:6",
        "dgx-2:2",
        "dgx-h100:1",
        "p5.48xlarge:9",
        "bm.gpu.gb200.4:36",
        "dgx-b300:200"
      })
  void every_pair_of_a_cluster_is_joined(String name) {
    Cluster cluster = cluster(name);
    Fabric fabric = Fabrics.of(cluster);

    assertThat(fabric.endpoints()).isEqualTo(cluster.gpus());
    int step = Math.max(1, fabric.endpoints() / 37);
    for (int src = 0; src < fabric.endpoints(); src += step) {
      for (int dst = 1; dst < fabric.endpoints(); dst += step) {
        for (int channel = 0; channel < 3 && src != dst; channel++) {
          hops(fabric, src, dst, channel, 0x9e3779b9 * (src + dst));
        }
      }
    }
  }

  @Test
  void equal_rails_are_one_leaf_apart_and_gpus_of_a_node_one_scale_up_switch() {
    Cluster cluster = cluster("dgx-h100:128");
    Fabric fabric = Fabrics.of(cluster);

    assertThat(hops(fabric, 3, 8 * 31 + 3, 0, 5)).isEqualTo(2);
    assertThat(hops(fabric, 3, 8 * 31 + 4, 0, 5)).isEqualTo(4);
    assertThat(hops(fabric, 3, 8 * 32 + 3, 0, 5)).isEqualTo(4);
    assertThat(hops(fabric, 3, 4, 0, 5)).isEqualTo(2);
    assertThat(fabric.bytesPerSecond(fabric.sourcePort(3, 4, 0))).isEqualTo(450_000_000_000L);
    assertThat(fabric.bytesPerSecond(fabric.sourcePort(3, 9, 0))).isEqualTo(50_000_000_000L);
  }

  @Test
  void leaves_reach_each_other_over_bundles_of_cables() {
    Fabric fabric = Fabrics.leafSpine(4, 8, 2, 4, RATE, RATE, CABLE, NONE);

    assertThat(fabric.nodes()).isEqualTo(32 + 4 + 2);
    assertThat(hops(fabric, 0, 31, 0, 77)).isEqualTo(4);
    assertThat(fabric.portName(fabric.firstPort(32) + 8)).isEqualTo("leaf 0 -> spine 0 cable 0");
    assertThat(fabric.portName(0)).isEqualTo("endpoint 0 -> leaf 0");
  }

  @Test
  void a_ring_is_gone_round_one_way() {
    Fabric ring = Fabrics.ring(4, 1, RATE, CABLE, NONE);

    assertThat(hops(ring, 0, 3, 0, 0)).isEqualTo(5);
    assertThat(hops(ring, 3, 0, 0, 0)).isEqualTo(3);
  }

  @Test
  void uplinks_must_divide() {
    assertThatThrownBy(() -> Fabrics.leafSpine(4, 8, 3, 4, RATE, RATE, CABLE, NONE))
        .hasMessageContaining("4 uplinks");
    assertThatThrownBy(() -> Fabrics.fatTree(5, RATE, CABLE, NONE)).hasMessageContaining("even");
  }

  private static Cluster cluster(String name) {
    return Objects.requireNonNull(Clusters.parse(name, Position.of("test"), new Problems()));
  }

  /** Links from src to dst; fails when the path does not end there. */
  private static int hops(Fabric fabric, int src, int dst, int channel, int hash) {
    int address = fabric.address(src, dst, channel);
    int port = fabric.sourcePort(src, dst, channel);
    int links = 1;
    int node = fabric.owner(fabric.peer(port));
    while (node >= fabric.endpoints()) {
      assertThat(fabric.choices(node, address)).isPositive();
      port = fabric.nextPort(node, address, hash);
      assertThat(fabric.owner(port)).isEqualTo(node);
      node = fabric.owner(fabric.peer(port));
      links++;
      assertThat(links).isLessThan(12);
    }
    assertThat(node).as("%d to %d", src, dst).isEqualTo(dst);
    return links;
  }
}
