package io.busbar.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FabricGraphTest {

  private static Cluster named(String text) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(text, Position.of("test"), problems);
    problems.throwIfAny();
    return Objects.requireNonNull(cluster);
  }

  private static FabricGraph graph(String text) {
    return new FabricGraph(named(text).fabric(), Wiring.REGULAR);
  }

  /** Leaf, spine and core counts of the DGX SuperPOD reference architecture, 32 nodes per unit. */
  @ParameterizedTest
  @CsvSource({
    "8, 1, 0, 0",
    "31, 8, 4, 0",
    "64, 16, 8, 0",
    "96, 24, 16, 0",
    "128, 32, 16, 0",
    "256, 64, 32, 0",
    "324, 88, 88, 64",
    "512, 128, 128, 64",
    "1024, 256, 256, 128",
    "2048, 512, 512, 256",
  })
  void has_as_many_switches_as_the_reference_architecture(
      int nodes, int leaves, int spines, int cores) {
    FabricDesign size = named("dgx-h100:" + nodes).fabric();

    assertThat(size.leafSwitches()).isEqualTo(leaves);
    assertThat(size.spineSwitches()).isEqualTo(spines);
    assertThat(size.coreSwitches()).isEqualTo(cores);
  }

  @Test
  void has_as_many_switches_as_the_reference_architecture_of_144_ports() {
    FabricDesign size = named("dgx-b300:288").fabric();

    assertThat(size.leafSwitches()).isEqualTo(32);
    assertThat(size.spineSwitches()).isEqualTo(18);
  }

  @ParameterizedTest
  @EnumSource
  void has_the_links_and_ports_that_were_counted(FabricTopology topology) {
    for (int nodes : new int[] {1, 3, 9, 33, 70, 200, 300, 700}) {
      FabricRequest request =
          FabricRequest.of(
              Cases.node("gb200-nvl72"), nodes, Cases.ports(128, 200, 64, 400), topology);
      FabricDesign design =
          Sizer.size(
              request.withPlanes(topology == FabricTopology.MULTI_PLANE ? 2 : 1), Refusals.SILENT);
      if (design != null) {
        check(design);
      }
    }
  }

  private static void check(FabricDesign design) {
    FabricGraph graph = new FabricGraph(design, Wiring.REGULAR);
    String what = design.request().topology() + " " + design.tree();
    long[] ports = new long[graph.vertices()];
    long[] cables = new long[4];
    for (int link = 0; link < graph.links(); link++) {
      Tier low = graph.tier(graph.lower(link));
      Tier high = graph.tier(graph.upper(link));
      boolean global = low == Tier.SPINE && high == Tier.SPINE;
      assertThat(high.ordinal()).as(what).isEqualTo(low.ordinal() + (global ? 0 : 1));
      ports[graph.lower(link)] += low == Tier.PORT ? 1 : graph.cables(link);
      ports[graph.upper(link)] += graph.cables(link);
      cables[global ? 3 : low.ordinal()] += graph.cables(link);
    }
    assertThat(cables)
        .as(what)
        .containsExactly(
            design.nodeLeafLinks(),
            design.leafSpineLinks(),
            design.spineCoreLinks(),
            design.trees() * design.tree().globalLinks());
    for (int v = 0; v < graph.vertices(); v++) {
      int radix = graph.tier(v) == Tier.LEAF ? design.leafRadix() : design.spineRadix();
      if (graph.tier(v) != Tier.PORT) {
        assertThat(ports[v]).as(what + " vertex " + v).isPositive().isLessThanOrEqualTo(radix);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"dgx-h100:70", "p5.48xlarge:70", "gb200-nvl72:5", "nd-gb200-v6:40"})
  void equal_nics_of_a_leaf_group_share_a_leaf(String name) {
    Cluster cluster = named(name);
    FabricGraph graph = graph(name);
    int perHost = cluster.fabric().request().nicsPerHost();
    for (int port = 0; port < graph.ports(); port++) {
      int group = port / perHost / cluster.fabric().hostsPerGroup();
      int leaf = group * cluster.network().rails() + graph.rail(port);
      assertThat(graph.upper(port) - graph.ports()).isEqualTo(leaf);
    }
  }

  @Test
  void rails_that_never_meet_have_trees_of_their_own() {
    FabricDesign design =
        Cases.size(
            FabricRequest.of(
                Cases.node("dgx-h100"),
                40,
                Cases.catalogSwitch("qm9700"),
                FabricTopology.RAIL_ONLY));
    FabricGraph graph = new FabricGraph(design, Wiring.REGULAR);

    assertThat(design.trees()).isEqualTo(8);
    for (int port = 0; port < graph.ports(); port++) {
      assertThat((graph.upper(port) - graph.ports()) / design.tree().leaves()).isEqualTo(port % 8);
    }
  }

  @Test
  void random_wiring_keeps_the_ports_of_each_leaf_but_not_their_rails() {
    Cluster cluster = named("dgx-h100:128");
    FabricGraph regular = new FabricGraph(cluster.fabric(), Wiring.REGULAR);
    FabricGraph random = new FabricGraph(cluster.fabric(), Wiring.random(3));

    assertThat(leaves(random)).containsExactly(leaves(regular));
    long moved =
        IntStream.range(0, random.ports())
            .filter(port -> random.upper(port) != regular.upper(port))
            .count();
    assertThat(moved).isGreaterThan(random.ports() * 9L / 10);
    FabricGraph again = new FabricGraph(cluster.fabric(), Wiring.random(3));
    assertThat(IntStream.range(0, again.ports()).map(again::upper))
        .containsExactly(
            IntStream.range(0, random.ports()).map(random::upper).boxed().toArray(Integer[]::new));
  }

  private static int[] leaves(FabricGraph graph) {
    int[] count = new int[graph.design().leafSwitches()];
    for (int port = 0; port < graph.ports(); port++) {
      count[graph.upper(port) - graph.ports()]++;
    }
    return count;
  }

  @Test
  void refuses_a_fabric_whose_switches_have_too_few_ports() {
    FabricDesign tooMany = named("dgx-h100:20000").fabric();

    assertThat(tooMany.misfit()).contains("three tiers of such switches join at most");
    assertThatThrownBy(() -> new FabricGraph(tooMany, Wiring.REGULAR))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("three tiers of such switches join at most");
  }

  @Test
  void sixteen_thousand_gpus_take_little_memory() {
    FabricGraph graph = graph("dgx-h100:2048");

    // two ints per link are all that grows
    assertThat(graph.links()).isLessThan(100_000);
    assertThat(Arrays.stream(leaves(graph)).max().orElse(0)).isEqualTo(32);
  }
}
