package io.busbar.model.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.busbar.model.fabric.FabricRequest.Blocks;
import io.busbar.model.hardware.NodeType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every published design of the resource comes out of the sizing rules exactly. */
class ReferenceDesignsTest {

  /** A row: id; node; nodes; switch; topology; options; expected; source. */
  private static List<String[]> rows() throws IOException {
    try (var in =
        Objects.requireNonNull(ReferenceDesignsTest.class.getResourceAsStream("designs.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split("\\s*;\\s*"))
          .toList();
    }
  }

  @TestFactory
  Stream<DynamicTest> a_published_design_is_reproduced_exactly() throws IOException {
    return rows().stream().map(row -> DynamicTest.dynamicTest(row[0], () -> check(row)));
  }

  private static void check(String[] row) {
    FabricDesign design = Cases.size(request(row));
    Map<String, Number> actual = counts(design);
    pairs(row[6])
        .forEach((key, value) ->
            assertThat(Objects.requireNonNull(actual.get(key)).doubleValue())
                .as(key)
                .isEqualTo(Double.parseDouble(value)));
  }

  private static FabricRequest request(String[] row) {
    Map<String, String> options = pairs(row[5]);
    NodeType node = row[1].equals("endpoint") ? Cases.endpoint() : Cases.node(row[1]);
    int nodes = Integer.parseInt(row[2]);
    var type = switchType(row[3]);
    return new FabricRequest(
        node,
        nodes,
        nodes,
        type,
        options.containsKey("spine_switch")
            ? switchType(Objects.requireNonNull(options.get("spine_switch")))
            : type,
        Objects.requireNonNull(FabricTopology.byWord().get(row[4])),
        Integer.parseInt(options.getOrDefault("planes", "1")),
        Double.parseDouble(options.getOrDefault("uplink_gbit", "0")) * 1e9 / 8,
        0,
        new Blocks(
            Integer.parseInt(options.getOrDefault("nodes_per_leaf", "0")),
            Integer.parseInt(options.getOrDefault("nodes_per_pod", "0")),
            Integer.parseInt(options.getOrDefault("spares", "0")),
            0),
        Objects.requireNonNull(Ratio.parse(options.getOrDefault("over", "1:1"))),
        Objects.requireNonNull(Ratio.parse(options.getOrDefault("spine_over", "1:1"))));
  }

  private static io.busbar.model.hardware.SwitchType switchType(String text) {
    if (!text.contains("@")) {
      return Cases.catalogSwitch(text);
    }
    return Cases.ports(Stream.of(text.split("[@/]")).mapToDouble(Double::parseDouble).toArray());
  }

  /** The figures of the row of this name. */
  static Map<String, Number> counts(String id) throws IOException {
    String[] row = rows().stream().filter(r -> r[0].equals(id)).findFirst().orElseThrow();
    return counts(Cases.size(request(row)));
  }

  private static Map<String, Number> counts(FabricDesign d) {
    Map<String, Number> counts = new LinkedHashMap<>();
    counts.put("gpus", d.gpus());
    counts.put("leaf", d.leafSwitches());
    counts.put("spine", d.spineSwitches());
    counts.put("core", d.coreSwitches());
    counts.put("switches", d.switches());
    counts.put("node_leaf_cables", d.nodeLeafCables());
    counts.put("node_leaf_links", d.nodeLeafLinks());
    counts.put("leaf_spine_cables", d.leafSpineCables());
    counts.put("spine_core_cables", d.spineCoreCables());
    counts.put("planes", d.trees());
    counts.put("pods", d.tree().pods());
    counts.put("gpus_per_pod", d.tree().groupsPerPod() * d.gpusPerGroup());
    counts.put("gpus_per_group", d.gpusPerGroup());
    counts.put("leaf_over", Math.round(d.leafOversubscription() * 1e4) / 1e4);
    counts.put("spine_over", d.spineOversubscription());
    counts.put("spine_over_nearest", Math.round(d.spineOversubscription()));
    counts.put("spines_per_plane", d.tree().spines());
    counts.put("ports_per_leaf", d.tree().leafDown());
    counts.put("uplink_over_downlink", d.width());
    counts.put("leaves_per_group", d.trees() * d.tree().rails());
    counts.put("paths", d.tree().paths());
    return counts;
  }

  private static Map<String, String> pairs(String text) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : text.split("\\s+")) {
      if (pair.contains("=")) {
        pairs.put(pair.split("=")[0], pair.split("=")[1]);
      }
    }
    return pairs;
  }
}
