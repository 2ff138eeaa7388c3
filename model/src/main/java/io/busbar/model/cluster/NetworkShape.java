package io.busbar.model.cluster;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.model.fabric.FabricTopology;
import io.busbar.model.fabric.Ratio;
import io.busbar.model.hardware.NetworkKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of a network in a cluster file. Constants. */
final class NetworkShape {
  private static final int MAX_NODES = 1_000_000;
  private static final int MAX_PLANES = 64;

  private static final Type<Double> RATE =
      Type.quantity(Bandwidth::parse, "400Gb/s").map(Bandwidth::bytesPerSecond);
  private static final Type<Double> TIME =
      Type.quantity(TimeSpan::parse, "230ns").map(TimeSpan::seconds);

  static final Key<Integer> TIER_NODES =
      Key.optional("nodes", Type.count(1, MAX_NODES), "Nodes below one switch of this layer.")
          .example("32");
  static final Key<Ratio> OVERSUBSCRIPTION =
      Key.optional("oversubscription", ratio(), "Bandwidth from below : bandwidth upwards.")
          .example("1:1");
  static final Key<Double> LINK_RATE =
      Key.optional("link_rate", RATE, "One cable upwards, per direction; as the NICs.")
          .example("400Gb/s");
  private static final Shape LEAF_SHAPE =
      Shape.of(
          "Leaf switches and their cables to the spines.", TIER_NODES, OVERSUBSCRIPTION, LINK_RATE);
  private static final Shape SPINE_SHAPE =
      Shape.of(
          "Spine switches of a pod and their cables to the core.",
          TIER_NODES,
          OVERSUBSCRIPTION,
          LINK_RATE);

  static final Key<Double> LEAF_LATENCY =
      Key.optional("leaf", TIME, "Small message to a node on the same leaf.").example("1.5us");
  static final Key<Double> SWITCH_LATENCY =
      Key.optional("switch", TIME, "One switch, port to port.").example("230ns");
  static final Key<Double> LINK_LATENCY =
      Key.optional("link", TIME, "One cable between switches.").example("100ns");
  private static final Shape LATENCY_SHAPE =
      Shape.of("Latencies of the network.", LEAF_LATENCY, SWITCH_LATENCY, LINK_LATENCY);

  static final Key<NetworkKind> KIND =
      Key.optional(
              "kind", Type.oneOf(NetworkKind.class), "Family of the network; as the NICs speak.")
          .example("infiniband");
  static final Key<FabricTopology> TOPOLOGY =
      Key.optional("topology", Type.named(topologies()), "How NICs are spread over leaf switches.")
          .example("rail-fat-tree");
  static final Key<Integer> PLANES =
      Key.optional(
              "planes",
              Type.count(1, MAX_PLANES),
              "Equal trees over which each NIC port is split; 1, more with multi-plane.")
          .mention("2");
  static final Key<Integer> RAILS =
      Key.optional("rails", Type.count(1, 1024), "Leaves that a node is cabled to; one per NIC.")
          .example("8");
  static final Key<Tree> WIRING =
      Key.optional(
              "wiring",
              Type.any(wiringSchema()),
              "Leaf of each NIC port: regular (as the topology has it), random, random:7 for"
                  + " another seed, or for every node a list with a leaf for each NIC.")
          .mention("random");
  static final Key<String> SWITCH =
      Key.optional("switch", Type.text(), "Switch of all layers, of 'busbar catalog switches'.")
          .example("qm9700");
  static final Key<Fields> LEAF =
      Key.optional(
          "leaf", Type.object(LEAF_SHAPE), "Leaf switches and their cables to the spines.");
  static final Key<Fields> SPINE =
      Key.optional(
          "spine",
          Type.object(SPINE_SHAPE),
          "Spine switches of a pod and their cables to the core.");
  static final Key<Fields> LATENCY =
      Key.optional("latency", Type.object(LATENCY_SHAPE), "Latencies of the network.");
  static final Key<Boolean> SHARP =
      Key.optional("sharp", Type.flag(), "Whether the switches reduce (SHARP); false.")
          .example("false");
  static final Key<Boolean> GPUDIRECT =
      Key.optional("gpudirect", Type.flag(), "Whether NICs reach GPU memory themselves; true.")
          .example("true");
  static final Key<Double> HOST_MEMORY_RATE =
      Key.optional(
              "host_memory_rate", RATE, "Memory of one host, reads and writes; without GPUDirect.")
          .example("400GB/s");
  static final Key<Boolean> ADAPTIVE_ROUTING =
      Key.optional(
              "adaptive_routing", Type.flag(), "Whether packets are spread over paths by load.")
          .example("true");

  static final Shape SHAPE =
      Shape.of(
          "How the nodes are joined; what is left out is assumed.",
          KIND,
          TOPOLOGY,
          PLANES,
          RAILS,
          WIRING,
          SWITCH,
          LEAF,
          SPINE,
          LATENCY,
          SHARP,
          GPUDIRECT,
          HOST_MEMORY_RATE,
          ADAPTIVE_ROUTING);

  private NetworkShape() {}

  /** The topologies by their words, and the two that files of before know by others. */
  private static Map<String, FabricTopology> topologies() {
    Map<String, FabricTopology> words = FabricTopology.byWord();
    words.put("rail-optimised", FabricTopology.RAIL_FAT_TREE);
    words.put("plain", FabricTopology.FAT_TREE);
    return words;
  }

  private static Map<String, Object> wiringSchema() {
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("type", "array");
    Map<String, Object> leaf = new LinkedHashMap<>();
    leaf.put("type", "integer");
    leaf.put("minimum", 0);
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("type", "array");
    node.put("items", leaf);
    list.put("items", node);
    Map<String, Object> word = new LinkedHashMap<>();
    word.put("type", "string");
    word.put("pattern", WiringReader.WORDS);
    return Map.of("anyOf", List.of(word, list));
  }

  private static Type<Ratio> ratio() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "string");
    schema.put("pattern", "^[0-9.]+ *: *[0-9.]+$");
    return Type.scalar(
        "an oversubscription from 1:1 such as 2:1 (bandwidth from below : bandwidth upwards)",
        schema,
        (text, quoted) -> Ratio.parse(text));
  }
}
