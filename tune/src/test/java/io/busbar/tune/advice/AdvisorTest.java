package io.busbar.tune.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.csv.CsvTable;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.nccl.variable.Presence;
import io.busbar.nccl.variable.Variables;
import io.busbar.nccl.version.NcclVersion;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisorTest {
  private static List<NcclVersion> versions() {
    List<NcclVersion> all = new ArrayList<>(NcclVersion.known());
    all.addAll(
        List.of(
            NcclVersion.of(2, 8, 4),
            NcclVersion.of(2, 12, 12),
            NcclVersion.of(2, 16, 5),
            NcclVersion.of(2, 24, 0)));
    return all;
  }

  private static List<Cluster> systems() {
    List<Cluster> all = new ArrayList<>();
    for (String name : Catalog.standard().names(Kind.NODE)) {
      Problems problems = new Problems();
      NodeType node = Catalog.standard().node(name, Position.of(name), problems);
      if (node != null) { // a node whose GPU the catalogue lacks makes no cluster
        all.add(Clusters.of(node, node.nics() == 0 ? 1 : 64));
      }
    }
    return all.stream().filter(Site::drivenByNccl).toList();
  }

  @Test
  void no_variable_that_the_version_does_not_read_on_any_system() {
    assertThat(systems()).hasSizeGreaterThan(25);
    for (Cluster cluster : systems()) {
      for (NcclVersion version : versions()) {
        for (Advice advice : Advisor.settings(new Site(cluster, version, Map.of()))) {
          assertThat(Variables.standard().find(advice.name()).orElseThrow().presence(version))
              .as(cluster.name() + " " + version + " " + advice.name())
              .isEqualTo(Presence.PRESENT);
          assertThat(advice.why()).isNotBlank();
          assertThat(advice.effect()).isNotBlank();
          assertThat(advice.evidence()).isNotBlank();
          assertThat(advice.verify()).isNotBlank();
        }
      }
    }
  }

  @Test
  void infiniband_needs_at_most_two_variables() {
    for (Cluster cluster : systems()) {
      if (cluster.network().kind() == NetworkKind.INFINIBAND) {
        assertThat(Advisor.settings(new Site(cluster, NcclVersion.newest(), Map.of())))
            .as(cluster.name())
            .hasSizeLessThanOrEqualTo(2);
      }
    }
  }

  @Test
  void what_stays_unset_is_read_and_not_set_and_has_a_reason() {
    Site site = site("dgx-h100", 16, NetworkKind.INFINIBAND, NcclVersion.newest());
    List<Advice> set = Advisor.settings(site);
    List<LeftUnset> unset = Advisor.leftUnset(site, set);
    assertThat(unset.stream().map(LeftUnset::name))
        .doesNotHaveDuplicates()
        .doesNotContainAnyElementsOf(set.stream().map(Advice::name).toList())
        .contains("NCCL_ALGO", "NCCL_PROTO", "NCCL_BUFFSIZE", "NCCL_IB_TIMEOUT");
    assertThat(unset).filteredOn(u -> !u.tried().isEmpty()).allMatch(u -> !u.effect().isEmpty());
  }

  @Test
  void every_row_of_the_table_names_a_known_variable() {
    for (CsvTable.Row row : Tables.read("left-unset.csv").rows()) {
      assertThat(Variables.standard().find(row.text("name"))).as(row.at().toString()).isPresent();
      assertThat(row.text("source")).as(row.at().toString()).isNotBlank();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2.18.6, NCCL_IB_GID_INDEX, true",
    "2.21.5, NCCL_IB_GID_INDEX, false",
    "2.21.5, NCCL_IB_FIFO_TC, false",
    "2.23.4, NCCL_IB_FIFO_TC, true",
    "2.24.3, NCCL_IB_FIFO_TC, false",
    "2.30.7, NCCL_IB_TC, true",
  })
  void roce_settings_follow_the_version(String version, String name, boolean set) {
    NcclVersion release = NcclVersion.find(version).orElseThrow();
    Site site = site("hgx-h100", 64, NetworkKind.ROCE, release);
    assertThat(Advisor.settings(site).stream().anyMatch(a -> a.name().equals(name))).isEqualTo(set);
  }

  @Test
  void pairs_are_added_only_where_flows_cross_leaves() {
    assertThat(pairs(4)).isEmpty();
    assertThat(pairs(64)).isPresent();
  }

  @Test
  void sharp_is_set_with_its_predicted_gain_where_the_switches_reduce() {
    Cluster plain = cluster("{node: dgx-a100, nodes: 16}");
    Cluster sharp = plain.withNetwork(plain.network().withSharp(true));
    Optional<Advice> advice = new Sharp().advise(new Site(sharp, NcclVersion.newest(), Map.of()));
    assertThat(advice).isPresent();
    assertThat(advice.orElseThrow().effect()).contains("all-reduce of").contains("with it");
    assertThat(new Sharp().advise(new Site(plain, NcclVersion.newest(), Map.of()))).isEmpty();
  }

  private static Optional<Advice> pairs(int nodes) {
    Site site = site("hgx-h100", nodes, NetworkKind.ROCE, NcclVersion.newest());
    return new HashedPairs().advise(site);
  }

  private static Site site(String name, int nodes, NetworkKind kind, NcclVersion version) {
    String text = "{node: %s, nodes: %d, network: {kind: %s}}";
    String file = text.formatted(name, nodes, kind.name().toLowerCase(Locale.ROOT));
    return new Site(cluster(file), version, Map.of());
  }

  private static Cluster cluster(String yaml) {
    Problems problems = new Problems();
    Tree tree = TreeReader.parse("cluster.yaml", yaml.getBytes(StandardCharsets.UTF_8));
    Cluster cluster = Clusters.read(tree, "", problems);
    problems.throwIfAny();
    return Objects.requireNonNull(cluster);
  }
}
