package io.busbar.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.design.job.DesignedCluster;
import io.busbar.formats.tree.Tree;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.cluster.UsualFabric;
import io.busbar.model.fabric.FabricDesign;
import io.busbar.model.fabric.FabricGraph;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.Refusals;
import io.busbar.model.fabric.Sizer;
import io.busbar.model.fabric.Tier;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NodeType;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.fabric.NodeKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code design} sizes is what a cluster carries and what the simulator plays, for every node
 * of the catalogue and every topology. The sizes are a sample; {@code -Dbusbar.every=true} takes
 * all from 1 to 2,048 nodes.
 */
class OneFabricTest {
  private static final int MOST_NODES = 2048;
  private static final int MOST_PLAYED = 70;
  private static final int[] SAMPLE = {1, 2, 3, 8, 9, 17, 33, 70, 128, 324, 700, 1250, 2048};

  static Stream<NodeType> nodes() {
    List<NodeType> nodes = new ArrayList<>();
    for (String name : Catalog.standard().names(Kind.NODE)) {
      NodeType node = Catalog.standard().node(name, Position.of("test"), new Problems());
      if (node != null && node.nics() > 0) {
        nodes.add(node);
      }
    }
    return nodes.stream();
  }

  private static int[] sizes() {
    return Boolean.getBoolean("busbar.every")
        ? IntStream.rangeClosed(1, MOST_NODES).toArray()
        : SAMPLE;
  }

  @ParameterizedTest
  @MethodSource("nodes")
  void every_path_has_the_same_switches_links_and_ratios(NodeType node) {
    for (FabricTopology topology : FabricTopology.values()) {
      for (int nodes : sizes()) {
        check(node, topology, nodes);
      }
    }
  }

  private static void check(NodeType node, FabricTopology topology, int nodes) {
    String what = node.name() + ":" + nodes + " " + topology.word();
    FabricDesign bought = bought(node, topology, nodes);
    Problems problems = new Problems();
    Cluster cluster = cluster(node, topology, nodes, problems);
    assertThat(cluster == null).as(what + problems.list()).isEqualTo(bought == null);
    if (bought == null || cluster == null) {
      return;
    }
    same(what, cluster.fabric(), bought);
    assertThat(cluster.network().leafOversubscription())
        .as(what)
        .isEqualTo(bought.leafOversubscription());
    assertThat(cluster.network().spineOversubscription())
        .as(what)
        .isEqualTo(bought.spineOversubscription());
    assertThat(DesignedCluster.of(bought, cluster, false).fabric()).isEqualTo(bought);
    same(what, cluster.withNodes(nodes + 1).withNodes(nodes).fabric(), bought);
    if (topology == UsualFabric.topology(node)) {
      same(what, Clusters.of(node, nodes).fabric(), bought);
    }
    graph(what, bought, cluster);
    if (nodes <= MOST_PLAYED) {
      played(what, bought, cluster);
    }
  }

  private static @Nullable FabricDesign bought(NodeType node, FabricTopology topology, int nodes) {
    DesignQuestion question =
        new DesignQuestion(
            Long.toString((long) nodes * node.gpus()),
            null,
            node.name(),
            null,
            null,
            null,
            null,
            topology.word(),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            List.of(),
            List.of(),
            1,
            "100");
    return Sizer.size(
        new QuestionReader(question).read().requests().values().iterator().next(), Refusals.SILENT);
  }

  private static @Nullable Cluster cluster(
      NodeType node, FabricTopology topology, int nodes, Problems problems) {
    Position at = Position.of("c.yaml");
    Tree.Mapping empty = new Tree.Mapping(at, Map.of());
    Tree.Mapping network = empty.with("topology", new Tree.Scalar(at, topology.word(), false));
    try {
      return Clusters.read(
          empty
              .with("node", new Tree.Scalar(at, node.name(), false))
              .with("nodes", new Tree.Scalar(at, Integer.toString(nodes), false))
              .with("network", network),
          "",
          problems);
    } catch (InputException e) {
      return null;
    }
  }

  private static void same(String what, FabricDesign one, FabricDesign other) {
    assertThat(one.tree()).as(what).isEqualTo(other.tree());
    assertThat(one.trees()).as(what).isEqualTo(other.trees());
    assertThat(one.hostsPerGroup()).as(what).isEqualTo(other.hostsPerGroup());
    assertThat(one.request().switchType().name())
        .as(what)
        .isEqualTo(other.request().switchType().name());
    assertThat(one.bisectionBytesPerSecond()).as(what).isEqualTo(other.bisectionBytesPerSecond());
  }

  private static void graph(String what, FabricDesign bought, Cluster cluster) {
    FabricGraph graph = new FabricGraph(cluster.fabric(), cluster.network().wiring());
    Map<Tier, Integer> vertices = new EnumMap<>(Tier.class);
    for (int v = 0; v < graph.vertices(); v++) {
      vertices.merge(graph.tier(v), 1, Integer::sum);
    }
    assertThat(vertices.getOrDefault(Tier.LEAF, 0)).as(what).isEqualTo(bought.leafSwitches());
    assertThat(vertices.getOrDefault(Tier.SPINE, 0)).as(what).isEqualTo(bought.spineSwitches());
    assertThat(vertices.getOrDefault(Tier.CORE, 0)).as(what).isEqualTo(bought.coreSwitches());
    long cables = 0;
    for (int link = 0; link < graph.links(); link++) {
      cables += graph.cables(link);
    }
    assertThat(cables)
        .as(what)
        .isEqualTo(
            bought.nodeLeafLinks()
                + bought.leafSpineLinks()
                + bought.spineCoreLinks()
                + bought.trees() * bought.tree().globalLinks());
  }

  /** Switches, cables and the oversubscription of the leaves as the simulator plays them. */
  private static void played(String what, FabricDesign bought, Cluster cluster) {
    Fabric fabric = Fabrics.of(cluster);
    Map<NodeKind, Integer> nodes = new EnumMap<>(NodeKind.class);
    for (int node = 0; node < fabric.nodes(); node++) {
      nodes.merge(fabric.kind(node), 1, Integer::sum);
    }
    assertThat(nodes.getOrDefault(NodeKind.LEAF, 0)).as(what).isEqualTo(bought.leafSwitches());
    assertThat(nodes.getOrDefault(NodeKind.SPINE, 0)).as(what).isEqualTo(bought.spineSwitches());
    assertThat(nodes.getOrDefault(NodeKind.CORE, 0)).as(what).isEqualTo(bought.coreSwitches());
    long[] cables = new long[4];
    double up = 0;
    for (int port = 0; port < fabric.ports(); port++) {
      NodeKind far = fabric.kind(fabric.owner(fabric.peer(port)));
      NodeKind near = fabric.kind(fabric.owner(port));
      boolean leaf = near == NodeKind.LEAF && fabric.joined(port);
      cables[0] += leaf && far != NodeKind.SPINE ? 1 : 0;
      cables[1] += leaf && far == NodeKind.SPINE ? 1 : 0;
      up += leaf && far == NodeKind.SPINE ? fabric.bytesPerSecond(port) : 0;
      cables[2] += near == NodeKind.SPINE && far == NodeKind.CORE ? 1 : 0;
      cables[3] += fabric.global(port) && fabric.joined(port) ? 1 : 0;
    }
    assertThat(cables)
        .as(what)
        .containsExactly(
            bought.nodeLeafLinks(),
            bought.leafSpineLinks(),
            bought.spineCoreLinks(),
            2L * bought.trees() * bought.tree().globalLinks());
    if (bought.tree().tiers() > 1) {
      double down =
          (double) bought.leafSwitches()
              * bought.tree().leafDown()
              * Objects.requireNonNull(bought.request()).linkBytesPerSecond();
      assertThat(down / up).as(what).isCloseTo(bought.leafOversubscription(), within(1e-6));
    }
  }
}
