package io.busbar.model.cluster;

import io.busbar.formats.shape.Fields;
import io.busbar.formats.shape.Key;
import io.busbar.formats.shape.SchemaNode;
import io.busbar.formats.shape.Shape;
import io.busbar.formats.shape.Type;
import io.busbar.formats.tree.Tree;
import io.busbar.model.catalog.CatalogKeys;
import io.busbar.model.fact.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of a cluster file. Constants. */
final class ClusterShape {
  private static final int MAX_NODES = 100_000;
  private static final int MAX_GPUS_OF_NODE = 4096;

  /** How many nodes a cluster may have. */
  static final Type<Integer> NODE_COUNT = Type.count(1, MAX_NODES);

  static final Key<List<Integer>> NIC_GPUS =
      Key.required(
          "gpus",
          Type.list(Type.count(0, MAX_GPUS_OF_NODE - 1), MAX_GPUS_OF_NODE),
          "GPUs behind the same PCIe switch, from 0.");
  static final Key<String> NIC_NAME = Key.optional("name", Type.text(), "What the host calls it.");
  private static final Shape NIC = Shape.of("A NIC port.", NIC_NAME, NIC_GPUS);

  static final Key<String> NAME =
      Key.optional("name", Type.line(), "What the cluster is called.").example("my-cluster");
  static final Key<Tree> NODE =
      Key.required(
              "node",
              Type.any(nodeSchema()),
              "A node of 'busbar catalog nodes', or a mapping with its own figures (gpu, gpus, …).")
          .example("dgx-h100");
  static final Key<Integer> NODES =
      Key.required("nodes", NODE_COUNT, "How many of them.").example("128");
  static final Key<Tree> OVERRIDE =
      Key.optional(
          "override",
          Type.any(figuresSchema()),
          "Figures of the node or its GPU in place of the catalogue's, by the catalogue's keys.");
  static final Key<List<Fields>> NICS =
      Key.optional(
          "nics",
          Type.list(Type.object(NIC), MAX_GPUS_OF_NODE),
          "NIC ports of a node on the compute network, with the GPUs near to each.");
  static final Key<Integer> GPUS_USED =
      Key.optional(
              "gpus_used",
              Type.count(1, MAX_GPUS_OF_NODE),
              "GPUs of each node that take part, with their part of the NICs; all.")
          .mention("8");
  static final Key<Fields> NETWORK =
      Key.optional(
          "network",
          Type.object(NetworkShape.SHAPE),
          "How the nodes are joined; what is left out is assumed.");

  static final Key<Fields> COLLECTIVES =
      Key.optional(
          "collectives",
          Type.object(CollectivesShape.SHAPE),
          "What collectives achieve on this system, from 'busbar calibrate'; the rest is as"
              + " usual.");

  static final Key<Fields> STEPS =
      Key.optional(
          "steps",
          Type.object(StepsShape.SHAPE),
          "What training steps achieve on this machine, from 'busbar calibrate --steps'; the rest"
              + " is as usual.");

  static final Shape SHAPE =
      Shape.of(
          "A cluster.", NAME, NODE, NODES, OVERRIDE, NICS, GPUS_USED, NETWORK, COLLECTIVES, STEPS);

  private ClusterShape() {}

  private static Map<String, Object> nodeSchema() {
    Map<String, Object> name = new LinkedHashMap<>();
    name.put("type", "string");
    return Map.of("anyOf", List.of(name, figuresSchema()));
  }

  /** Figures of nodes and GPUs together; none has the name of another. */
  private static Map<String, Object> figuresSchema() {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("name", SchemaNode.of("string", "description", "what the node is called"));
    for (Kind kind : List.of(Kind.NODE, Kind.GPU)) {
      CatalogKeys.of(kind)
          .forEach((name, key) -> {
            Map<String, Object> property = new LinkedHashMap<>(key.type().schema());
            property.put("description", key.doc());
            properties.put(name, property);
          });
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("additionalProperties", false);
    return schema;
  }
}
