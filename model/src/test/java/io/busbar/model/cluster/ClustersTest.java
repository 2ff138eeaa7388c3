package io.busbar.model.cluster;

import static io.busbar.model.cluster.Made.GB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.busbar.base.border.Border;
import io.busbar.base.explain.Quality;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problem;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.CommentedYaml;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fabric.FabricGraph;
import io.busbar.model.fabric.Wiring;
import io.busbar.model.fact.Fact;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClustersTest {
  private static final Position AT = Position.of("--cluster");

  private static Cluster named(String text) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(text, AT, problems);
    problems.throwIfAny();
    assertThat(cluster).isNotNull();
    return cluster;
  }

  private static @Nullable Cluster read(String yaml, Problems problems) {
    byte[] bytes = yaml.getBytes(StandardCharsets.UTF_8);
    return Clusters.read(TreeReader.parse("c.yaml", bytes), "", problems);
  }

  private static Cluster read(String yaml) {
    Problems problems = new Problems();
    Cluster cluster = read(yaml, problems);
    problems.throwIfAny();
    assertThat(cluster).isNotNull();
    return cluster;
  }

  @Test
  void hosts_of_the_runtime_are_a_cluster_of_processors() {
    Cluster cluster =
        read(
            """
            name: hosts
            node: {name: host, gpu: cpu, gpus: 2, scale_up_rate: 2GB/s, scale_up_latency: 10us,
              host_rate: 2GB/s, nics: 1, nic_rate: 119MB/s, network: tcp, reduce_rate: 4GB/s}
            nodes: 3
            network: {latency: {leaf: 100us, switch: 1us}}
            """);
    assertThat(cluster.ofProcessors()).isTrue();
    assertThat(cluster.reduceSecondsPerByte()).isEqualTo(0.25e-9);
    assertThat(cluster.scaleUpBytesPerSecond(2)).isEqualTo(2e9);
    assertThat(cluster.networkBytesPerSecond()).isEqualTo(59.5e6);
    assertThat(cluster.latencySeconds(Level.LEAF)).isCloseTo(100e-6, within(1e-12));
  }

  @Test
  void the_commented_file_reads_back() {
    Cluster cluster = read(CommentedYaml.of(Clusters.SHAPE));

    assertThat(cluster.gpus()).isEqualTo(1024);
    assertThat(cluster.name()).isEqualTo("my-cluster");
  }

  private static List<String> problems(String yaml) {
    Problems problems = new Problems();
    assertThat(read(yaml, problems)).isNull();
    return problems.list().stream().map(Problem::toString).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "dgx-h100:128, 1024, 8, 450, 50",
    "dgx-h100, 8, 8, 450, 50",
    "p5.48xlarge:16, 128, 8, 450, 50",
    "gb200-nvl72:4, 288, 72, 900, 50",
    "nd-gb200-v6:36, 144, 72, 900, 50",
    "dgx-a100:4, 32, 8, 300, 25",
    "DGX_H100:2, 16, 8, 450, 50",
  })
  void names_a_node_and_how_many(
      String text, int gpus, int domain, double scaleUpGb, double networkGb) {
    Cluster cluster = named(text);

    assertThat(cluster.gpus()).isEqualTo(gpus);
    assertThat(cluster.gpusPerDomain()).isEqualTo(domain);
    assertThat(cluster.bytesPerSecond(Level.SCALE_UP)).isCloseTo(scaleUpGb * GB, within(1.0));
    assertThat(cluster.bytesPerSecond(Level.LEAF)).isCloseTo(networkGb * GB, within(1.0));
    assertThat(cluster.bytesPerSecond(Level.CORE)).isCloseTo(networkGb * GB, within(1.0));
  }

  @ParameterizedTest
  @CsvSource({
    "dgx-h100:128, 8, 256, 1024",
    "dgx-h100:512, 8, 256, 1024",
    "dgx-h100:8, 8, 64, 64",
    "dgx-a100:20, 8, 160, 160",
    "dgx-b300:72, 8, 576, 576",
    "gb200-nvl72:4, 4, 128, 384",
    "gb300-nvl72:4, 4, 288, 288",
    "nd-gb200-v6:36, 4, 128, 256",
    "p5.48xlarge:64, 8, 256, 512",
  })
  void assumes_the_scalable_unit_that_the_switches_have_ports_for(
      String text, int rails, int gpusPerLeaf, int gpusPerPod) {
    Cluster cluster = named(text);

    assertThat(cluster.network().rails()).isEqualTo(rails);
    assertThat(cluster.gpusPerLeaf()).isEqualTo(gpusPerLeaf);
    assertThat(cluster.gpusPerPod()).isEqualTo(gpusPerPod);
  }

  @Test
  void every_assumption_is_marked_and_says_what_it_stands_on() {
    List<Fact> facts = named("dgx-h100:128").network().facts();

    assertThat(facts)
        .extracting(Fact::key)
        .doesNotHaveDuplicates()
        .contains(
            "topology", "rails", "nodes_per_leaf", "leaf_oversubscription", "sharp", "switch");
    assertThat(facts)
        .filteredOn(fact -> fact.quality() == Quality.ASSUMED)
        .allSatisfy(fact -> assertThat(fact.source() + fact.note()).isNotEmpty());
    assertThat(facts)
        .filteredOn(fact -> fact.key().equals("nodes_per_leaf"))
        .extracting(Fact::text)
        .containsExactly("32");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1e9", "abc", "", "1.5", "99999999999999999999", "NaN"})
  void refuses_a_count_that_is_no_number_of_nodes(String count) {
    Problems problems = new Problems();

    assertThat(Clusters.parse("dgx-h100:" + count, AT, problems)).isNull();

    assertThat(problems.list()).hasSize(1);
    Problem problem = problems.list().getFirst();
    assertThat(problem.at()).isEqualTo(AT);
    assertThat(problem.expected()).isEqualTo("a whole number from 1 to 100000");
  }

  @Test
  void suggests_the_nearest_node_and_reports_the_count_as_well() {
    Problems problems = new Problems();

    assertThat(Clusters.parse("dgx-h10:0", AT, problems)).isNull();

    assertThat(problems.list()).hasSize(2);
    assertThat(problems.list().get(1).toString())
        .contains("read 'dgx-h10'", "did you mean 'dgx-h100'?", "busbar catalog nodes");
  }

  @Test
  void names_the_key_of_the_value_that_is_wrong() {
    Problems problems = new Problems();
    byte[] plan = "cluster: dgx-x9000:4".getBytes(StandardCharsets.UTF_8);
    var tree = (Tree.Mapping) TreeReader.parse("plan.yaml", plan);

    Clusters.read(tree.get("cluster"), "cluster", problems);

    assertThat(problems.list().getFirst().toString()).startsWith("plan.yaml:1:10: cluster: read");
  }

  @Test
  void a_cluster_of_hardly_any_nodes_has_one_leaf_group() {
    Cluster cluster = named("dgx-h100");
    assertThat(cluster.level(0, 7)).isEqualTo(Level.SCALE_UP);
    assertThat(named("dgx-h100:2").level(0, 15)).isEqualTo(Level.LEAF);
  }

  @Test
  void reads_a_complete_file() {
    Cluster cluster =
        read(
            """
            name: blue
            node: dgx-h100
            nodes: 64
            override: {nic_rate: 200Gb/s, memory: 96GB, scale_up_rate: 400GB/s}
            network:
              kind: roce
              topology: rail-fat-tree
              rails: 8
              switch: tomahawk-4
              leaf: {nodes: 16, oversubscription: "2:1", link_rate: 400Gb/s}
              spine: {nodes: 32, oversubscription: 3:1}
              latency: {leaf: 3us, switch: 500ns, link: 50ns}
              gpudirect: true
              adaptive_routing: true
            """);

    assertThat(cluster.name()).isEqualTo("blue");
    assertThat(cluster.node().gpu().memoryBytes()).isEqualTo(96 * GB);
    assertThat(cluster.network().kind()).isEqualTo(NetworkKind.ROCE);
    assertThat(cluster.network().adaptiveRouting()).isTrue();
    assertThat(cluster.bytesPerSecond(Level.SCALE_UP)).isEqualTo(400 * GB);
    assertThat(cluster.bytesPerSecond(Level.LEAF)).isEqualTo(25 * GB);
    assertThat(cluster.bytesPerSecond(Level.SPINE)).isEqualTo(12.5 * GB);
    assertThat(cluster.bytesPerSecond(Level.CORE)).isCloseTo(12.5 * GB / (32 / 11.0), within(1.0));
    assertThat(cluster.latencySeconds(Level.LEAF)).isEqualTo(3e-6);
    assertThat(cluster.latencySeconds(Level.CORE)).isCloseTo(3e-6 + 4 * 550e-9, within(1e-12));
    assertThat(cluster.level(0, 16 * 8)).isEqualTo(Level.SPINE);
    assertThat(cluster.level(0, 32 * 8)).isEqualTo(Level.CORE);
  }

  @Test
  void a_dragonfly_has_the_pods_that_a_file_gives() {
    String file =
        "{node: dgx-h100, nodes: 32, network: {topology: dragonfly+, leaf: {nodes: 4},"
            + " spine: {nodes: %d, oversubscription: 4:1}}}";
    Cluster cluster = read(String.format(Locale.ROOT, file, 8));
    assertThat(cluster.fabric().tree().pods()).isEqualTo(4);
    assertThat(cluster.gpusPerPod()).isEqualTo(64);
    // 64 links into the spines of a group, 8 to each of three others.
    assertThat(cluster.fabric().tree().pairLinks()).isEqualTo(8);
    assertThat(cluster.borders(8, Level.CORE)).containsExactly(new Border(64, 64 / 24.0, 8));
    assertThat(cluster.borders(8, Level.SPINE)).isEmpty();

    assertThat(read(String.format(Locale.ROOT, file, 16)).fabric().tree().pods()).isEqualTo(2);
  }

  @Test
  void a_node_of_ones_own_needs_only_gpu_and_count() {
    Cluster cluster =
        read(
            """
            node:
              name: lab-box
              gpu: h100-sxm
              gpus: 4
              nics: 2
              nic_rate: 400Gb/s
              network: roce
            nodes: 3
            """);

    assertThat(cluster.name()).isEqualTo("lab-box:3");
    assertThat(cluster.gpus()).isEqualTo(12);
    assertThat(cluster.bytesPerSecond(Level.LEAF)).isEqualTo(25 * GB);
    assertThat(cluster.network().rails()).isEqualTo(2);
  }

  @Test
  void nics_are_listed_with_the_gpus_near_to_them() {
    Cluster cluster =
        read(
            """
            node: dgx-h100
            nodes: 2
            nics:
              - {name: mlx5_0, gpus: [0, 1, 2, 3]}
              - {name: mlx5_1, gpus: [4, 5, 6, 7]}
            """);

    assertThat(cluster.node().nics()).isEqualTo(2);
    assertThat(cluster.bytesPerSecond(Level.LEAF)).isEqualTo(12.5 * GB);
    FabricGraph graph = new FabricGraph(cluster.fabric(), cluster.network().wiring());
    assertThat(graph.portOf(3)).isEqualTo(0);
    assertThat(graph.portOf(12)).isEqualTo(3);
  }

  @Test
  void uses_a_part_of_the_gpus_of_each_rack() {
    Cluster cluster = read("{node: gb200-nvl72, nodes: 4, gpus_used: 64}");

    assertThat(cluster.gpus()).isEqualTo(256);
    assertThat(cluster.gpusPerDomain()).isEqualTo(64);
    assertThat(cluster.node().gpusPerHost()).isEqualTo(4);
    assertThat(cluster.bytesPerSecond(Level.LEAF)).isEqualTo(50 * GB);
    assertThat(problems("{node: dgx-h100, nodes: 4, gpus_used: 9}").getFirst())
        .contains("gpus_used: read '9'", "at most the 8 GPUs of dgx-h100");
  }

  @Test
  void without_gpudirect_messages_are_staged_through_the_host() {
    Cluster direct = named("dgx-h100:2");
    Cluster staged = direct.withNetwork(direct.network().withGpuDirect(false));

    // host memory of 50 GB/s per GPU is touched four times, less than 63 GB/s of PCIe twice
    assertThat(staged.bytesPerSecond(Level.LEAF)).isEqualTo(12.5 * GB);
    assertThat(staged.latencySeconds(Level.LEAF) - direct.latencySeconds(Level.LEAF))
        .isCloseTo(3e-6, within(1e-12));
    assertThat(staged.bytesPerSecond(Level.SCALE_UP))
        .isEqualTo(direct.bytesPerSecond(Level.SCALE_UP));
    // two A100 share a PCIe 4.0 switch: 31 GB/s twice for two
    Cluster a100 = named("dgx-a100:2");
    assertThat(a100.withNetwork(a100.network().withGpuDirect(false)).bytesPerSecond(Level.LEAF))
        .isCloseTo(31 * GB / 4, within(0.1 * GB));
    // Grace reaches its GPUs faster than the NIC: nothing is lost
    Cluster grace = named("gb200-nvl72:2");
    assertThat(grace.withNetwork(grace.network().withGpuDirect(false)).bytesPerSecond(Level.LEAF))
        .isEqualTo(50 * GB);
  }

  @Test
  void nics_may_be_wired_at_random_or_as_listed() {
    String random = "{node: dgx-h100, nodes: 64, network: {wiring: 'random:7'}}";
    Cluster scattered = read(random);
    assertThat(scattered.network().wiring()).isEqualTo(Wiring.random(7));
    assertThat(scattered.fabric()).isEqualTo(named("dgx-h100:64").fabric());
    // without rails the nearest node is a spine away
    assertThat(scattered.level(0, 8)).isEqualTo(Level.SPINE);
    assertThat(named("dgx-h100:64").level(0, 8)).isEqualTo(Level.LEAF);

    Cluster listed =
        read(
            "{node: dgx-h100, nodes: 2, network: {rails: 8, wiring:"
                + " [[0, 1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1, 0]]}}");
    FabricGraph graph = new FabricGraph(listed.fabric(), listed.network().wiring());
    assertThat(graph.upper(8) - graph.ports()).isEqualTo(7);
  }

  static List<List<String>> wrong() {
    List<List<String>> cases = new ArrayList<>();
    cases.add(
        List.of(
            "{node: p5.48xlarge, nodes: 4, network: {sharp: true}}",
            "c.yaml:1:48: network.sharp: read 'true', expected false on efa"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, network: {kind: roce, sharp: true}}",
            "network.sharp: read 'true', expected false on roce"));
    cases.add(
        List.of(
            "{node: dgx-a100, nodes: 4, override: {in_switch_reduction: true}}",
            "override.in_switch_reduction: read 'true', expected false with a100-sxm-80gb"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, network: {rails: 3}}",
            "network.rails: read '3', expected a number that divides the NICs of a host, 8"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, network: {topology: plain, rails: 8}}",
            "network.rails: read '8', expected 1 with fat-tree"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, network: {leaf: {oversubscription: '1:2'}}}",
            "network.leaf.oversubscription: read '1:2', expected an oversubscription from 1:1"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, network: {leaf: {oversubscription: 2}}}",
            "network.leaf.oversubscription: read '2', expected an oversubscription from 1:1"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, network: {leaf: {oversubscription: '2:0'}}}",
            "network.leaf.oversubscription: read '2:0'"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 64, network: {leaf: {nodes: 64}}}",
            "network.leaf.nodes: read '64', expected at most 32 nodes, for which a leaf of 64"
                + " ports"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 64, network: {leaf: {nodes: 16}, spine: {nodes: 24}}}",
            "network.spine.nodes: read '24', expected whole leaf groups, 16 nodes each"));
    cases.add(
        List.of(
            "{node: nd-gb200-v6, nodes: 36, network: {topology: rail-fat-tree, leaf: {nodes: 4}}}",
            "network.leaf.nodes: read '4', expected whole scale-up domains, 18 nodes each"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, network: {wiring: mixed}}",
            "network.wiring: read 'mixed', expected regular, random, random:SEED"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 1, network: {wiring: [[0, 0, 0, 0, 0, 0, 0, 9]]}}",
            "network.wiring[0][7]: read '9', expected a leaf from 0 to 0; give rails"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 1, network: {wiring: [[0]]}}",
            "network.wiring[0]: read 'a list', expected a leaf for each of 8 NIC ports"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, network: {switch: nvswitch-3}}",
            "network.switch: read 'nvswitch-3', expected a network switch"));
    cases.add(
        List.of("{node: dgx-h100, nodes: 4, network: {switch: qm970}}", "did you mean 'qm9700'?"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, network: {latency: {switch: 200}}}",
            "network.latency.switch: read '200'"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, override: {nic_rate: 400}}",
            "override.nic_rate: read '400', expected a bandwidth per direction"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, override: {nic_rat: 400Gb/s}}",
            "did you mean 'nic_rate'?"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, nics: [{gpus: [8]}]}",
            "nics[0].gpus: read '8', expected GPUs from 0 to 7"));
    cases.add(
        List.of(
            "{node: dgx-h100, nodes: 4, override: {nics: 256}}",
            "override.nics: read '256', expected at most 16 NIC ports per GPU"));
    cases.add(List.of("{node: {gpu: h100-sxm, gpus: 8}, nodes: 2}", "has no NICs"));
    cases.add(List.of("{node: {gpus: 8}, nodes: 1}", "gpu: expected this figure"));
    cases.add(List.of("{node: {gpu: h999, gpus: 8}, nodes: 1}", "read 'h999', expected a gpu"));
    cases.add(List.of("{nodes: 4}", "node: expected this key"));
    cases.add(List.of("{node: dgx-h100}", "nodes: expected this key"));
    cases.add(List.of("{node: [1], nodes: 1}", "node: read 'a list'"));
    cases.add(List.of("{node: dgx-h100, nodes: 4, nework: {}}", "did you mean 'network'?"));
    cases.add(List.of("[1, 2]", "read 'a list', expected a mapping"));
    return cases;
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void says_what_is_wrong_with_a_file(List<String> yamlAndMessage) {
    assertThat(problems(yamlAndMessage.get(0)))
        .anySatisfy(message -> assertThat(message).contains(yamlAndMessage.get(1)));
  }

  @Test
  void reports_everything_at_once() {
    List<String> problems =
        problems(
            """
            node: dgx-h100
            nodes: 0
            override: {nic_rate: 400}
            network:
              sharp: yes
              rails: zero
              leaf: {oversubscription: 0.5:1}
            """);

    assertThat(problems).hasSize(5);
  }

  @Test
  void follows_a_path_from_the_file_that_names_it(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("lab.yaml"), "{name: lab, node: dgx-h100, nodes: 2}");
    Path plan = folder.resolve("plan.yaml");
    Files.writeString(plan, "cluster: ./lab.yaml");
    var tree = (Tree.Mapping) TreeReader.read(plan);

    Cluster cluster = Clusters.read(tree.get("cluster"), "cluster", new Problems());

    assertThat(cluster).isNotNull();
    assertThat(cluster.name()).isEqualTo("lab");
    assertThat(cluster.gpus()).isEqualTo(16);
  }

  @Test
  void a_missing_file_is_a_problem_like_any_other() {
    Problems problems = new Problems();

    assertThat(Clusters.parse("no/such/cluster.yaml", AT, problems)).isNull();

    assertThat(problems.list().getFirst().expected()).isEqualTo("an existing file");
  }

  @Test
  void every_node_of_the_catalogue_makes_a_cluster() {
    Catalog catalog = Catalog.standard();
    for (String name : catalog.names(Kind.NODE)) {
      Problems problems = new Problems();
      NodeType node = catalog.node(name, AT, problems);
      if (node == null) {
        continue; // its GPU has too few published figures, which the catalogue says itself
      }
      for (int nodes : node.nics() == 0 ? new int[] {1} : new int[] {1, 3, 4096 / node.gpus()}) {
        Cluster cluster = Clusters.of(node, nodes);
        assertThat(cluster.fabric().misfit()).as("%s:%s", name, nodes).isEmpty();
        for (Level level : Level.values()) {
          assertThat(cluster.bytesPerSecond(level)).as("%s:%s", name, nodes).isPositive();
          assertThat(cluster.latencySeconds(level)).as("%s:%s", name, nodes).isPositive();
        }
      }
    }
  }

  @Test
  void a_node_without_nics_stays_alone() {
    NodeType alone = Made.node(8, 8, ScaleUp.SWITCHED, 0, 0);

    assertThat(Clusters.of(alone, 1).gpus()).isEqualTo(8);
    assertThatThrownBy(() -> Clusters.of(alone, 2))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no NICs");
  }

  @Test
  void the_schema_has_every_key() {
    assertThat(Clusters.TYPE.schema().toString())
        .contains("oversubscription", "nic_rate", "memory_rate", "gpus_used", "adaptive_routing");
  }
}
