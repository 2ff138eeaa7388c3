package io.busbar.model.cluster;

import static io.busbar.model.cluster.Made.GB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.hardware.ScaleUp;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FabricGraphTest {

  private static Cluster named(String text) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(text, Position.of("test"), problems);
    problems.throwIfAny();
    assertThat(cluster).isNotNull();
    return cluster;
  }

  /** Leaf, spine and core counts of the DGX SuperPOD reference architecture, 32 nodes per unit. */
  @ParameterizedTest
  @CsvSource({
    "31, 8, 4, 0",
    "64, 16, 8, 0",
    "96, 24, 16, 0",
    "128, 32, 16, 0",
    "256, 64, 32, 0",
    "512, 128, 128, 64",
    "1024, 256, 256, 128",
    "2048, 512, 512, 256",
  })
  void has_as_many_switches_as_the_reference_architecture(
      int nodes, int leaves, int spines, int cores) {
    FabricSize size = FabricSize.of(named("dgx-h100:" + nodes));

    assertThat(size.leaves()).isEqualTo(leaves);
    assertThat(size.spines()).isEqualTo(spines);
    assertThat(size.cores()).isEqualTo(cores);
    assertThat(size.switches()).isEqualTo(leaves + spines + cores);
  }

  @Test
  void has_as_many_switches_as_the_reference_architecture_of_144_ports() {
    FabricSize size = FabricSize.of(named("dgx-b300:288"));

    assertThat(size.leaves()).isEqualTo(32);
    assertThat(size.spines()).isEqualTo(18);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dgx-h100:3",
        "dgx-h100:300",
        "p5.48xlarge:70",
        "p4d.24xlarge:5",
        "gb200-nvl72:5",
        "nd-gb200-v6:40",
        "l40s-pcie:20",
      })
  void every_route_is_connected_symmetric_and_of_its_level(String name) {
    Cluster cluster = named(name);
    FabricGraph graph = new FabricGraph(cluster);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 3_000; i++) {
      int from = random.nextInt(cluster.gpus());
      int to = random.nextInt(cluster.gpus());
      checkRoute(cluster, graph, from, to);
    }
  }

  @Test
  void every_pair_of_a_small_three_tier_fabric_has_a_route() {
    Cluster cluster =
        Made.cluster(Made.node(4, 4, ScaleUp.SWITCHED, 4, 50 * GB), 24, 2, 6, 2, 3)
            .withNetwork(Made.network(Topology.RAIL_OPTIMISED, 4, 2, 6, 2, 3));
    FabricGraph graph = new FabricGraph(cluster);
    for (int from = 0; from < cluster.gpus(); from++) {
      for (int to = 0; to < cluster.gpus(); to++) {
        checkRoute(cluster, graph, from, to);
      }
    }
  }

  private static void checkRoute(Cluster cluster, FabricGraph graph, int from, int to) {
    Route route = graph.route(from, to);
    int[] back = graph.route(to, from).links();
    int[] reversed = IntStream.range(0, back.length).map(i -> back[back.length - 1 - i]).toArray();
    assertThat(route.links()).isEqualTo(reversed);
    assertThat(route.level()).isEqualTo(cluster.level(from, to)).isEqualTo(cluster.level(to, from));
    assertThat(route.links()).hasSize(2 * route.level().ordinal());
    if (route.links().length == 0) {
      return;
    }
    int vertex = graph.lower(route.links()[0]);
    int unitOfFrom = vertex / cluster.node().nics();
    assertThat(unitOfFrom).isEqualTo(from / cluster.node().gpus());
    for (int link : route.links()) {
      assertThat(vertex).isIn(graph.lower(link), graph.upper(link));
      vertex = vertex == graph.lower(link) ? graph.upper(link) : graph.lower(link);
    }
    assertThat(graph.tier(vertex)).isEqualTo(Tier.PORT);
    assertThat(vertex / cluster.node().nics()).isEqualTo(to / cluster.node().gpus());
    if (!route.relayed()) {
      assertThat(graph.portOf(from)).isEqualTo(graph.lower(route.links()[0]));
      assertThat(graph.portOf(to)).isEqualTo(vertex);
    }
  }

  @Test
  void a_message_to_another_rail_is_relayed_inside_the_node() {
    FabricGraph graph = new FabricGraph(named("dgx-h100:4"));

    assertThat(graph.route(0, 8).relayed()).isFalse();
    Route crossing = graph.route(0, 11);
    assertThat(crossing.relayed()).isTrue();
    assertThat(crossing.level()).isEqualTo(Level.LEAF);
    assertThat(graph.rail(graph.lower(crossing.links()[0]))).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "dgx-h100:128, 1, 1",
    "dgx-h100:512, 1, 1",
    "dgx-h100:512, 3, 1",
    "dgx-h100:512, 1, 3",
    "dgx-h100:2048, 1, 1",
    "gb300-nvl72:16, 1, 1"
  })
  void no_switch_needs_more_ports_than_it_has_and_oversubscription_is_as_asked(
      String name, double leafOver, double spineOver) {
    Cluster standard = named(name);
    int perLeaf = Math.min(16, standard.network().nodesPerLeaf());
    Network base = standard.network().withBlocks(perLeaf, 4 * perLeaf, List.of());
    Cluster cluster = standard.withNetwork(base.withOversubscription(leafOver, spineOver));
    FabricGraph graph = new FabricGraph(cluster);
    double[] down = new double[graph.vertices()];
    double[] up = new double[graph.vertices()];
    for (int link = 0; link < graph.links(); link++) {
      assertThat(graph.tier(graph.upper(link)).ordinal())
          .isEqualTo(graph.tier(graph.lower(link)).ordinal() + 1);
      down[graph.upper(link)] += graph.bytesPerSecond(link);
      up[graph.lower(link)] += graph.bytesPerSecond(link);
    }
    for (int v = 0; v < graph.vertices(); v++) {
      assertThat(down[v] + up[v])
          .as("ports of %s %s", graph.tier(v), v)
          .isLessThanOrEqualTo(cluster.network().switchBytesPerSecond() * 1.000001);
      if (graph.tier(v) == Tier.LEAF) {
        // cables are whole, so the ratio may be a little better than asked, by less than one cable
        double cable = cluster.network().leafUplinkBytesPerSecond();
        assertThat(up[v] - down[v] / leafOver).isBetween(-1.0, cable);
      }
      if (graph.tier(v) == Tier.SPINE && graph.size().pods() > 1) {
        double cable = cluster.network().spineUplinkBytesPerSecond();
        assertThat(up[v] - down[v] / spineOver).isBetween(-1.0, cable);
      }
    }
  }

  @Test
  void refuses_a_fabric_whose_switches_have_too_few_ports() {
    Cluster tooMany = Made.cluster(Made.node(8, 8, ScaleUp.SWITCHED, 8, 50 * GB), 64, 64, 64, 1, 1);

    assertThatThrownBy(() -> new FabricGraph(tooMany))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a leaf needs 51200 Gb/s");
  }

  @Test
  void sixteen_thousand_gpus_take_little_memory() {
    FabricGraph graph = new FabricGraph(named("dgx-h100:2048"));

    // two ints per link are all that grows
    assertThat(graph.links()).isLessThan(100_000);
    assertThat(Arrays.stream(graph.route(0, 16_383).links()).allMatch(l -> l < graph.links()))
        .isTrue();
  }
}
