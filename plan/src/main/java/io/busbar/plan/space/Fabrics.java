package io.busbar.plan.space;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.shape.Names;
import io.busbar.formats.tree.Tree;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.hardware.NetworkKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Fabrics of a search: {@code usual}, a kind, an oversubscription of the leaves, both with a plus
 * ({@code roce+2:1}), or the keys of a cluster file's network. Stateless.
 */
final class Fabrics {
  private static final String USUAL = "usual";

  private Fabrics() {}

  /**
   * A fabric to try.
   *
   * @param name as written; empty for the usual one
   * @param network keys of a network; null for the usual one
   */
  record Fabric(String name, Tree.@Nullable Mapping network) {
    static final Fabric OF_NODE = new Fabric("", null);
  }

  /** The fabric of an item of the list, or null after a problem was added. */
  static @Nullable Fabric read(Tree item, Problems problems) {
    if (item instanceof Tree.Mapping network) {
      String name =
          network.entries().entrySet().stream()
              .map(e -> e.getKey() + " " + e.getValue().value().shown())
              .collect(Collectors.joining(", "));
      return new Fabric(name, network);
    }
    String text = item instanceof Tree.Scalar s ? s.text().strip() : "";
    if (text.equals(USUAL)) {
      return Fabric.OF_NODE;
    }
    Tree.Mapping network = new Tree.Mapping(item.at(), Map.of());
    for (String part : text.split("\\+", -1)) {
      Tree.Scalar value = new Tree.Scalar(item.at(), part, true);
      if (part.matches("\\d{1,3}(\\.\\d{1,3})?:\\d{1,3}(\\.\\d{1,3})?")) {
        network = network.withPath("leaf.oversubscription", value);
      } else if (kinds().contains(part)) {
        network = network.with("kind", value);
      } else {
        problems.add(
            item.at(),
            "fabric",
            item.shown(),
            "usual, one of "
                + String.join(", ", kinds())
                + ", an oversubscription such as 2:1, or"
                + " both as roce+2:1",
            "or the keys of a cluster file's network");
        return null;
      }
    }
    return new Fabric(text, network);
  }

  private static List<String> kinds() {
    return Arrays.stream(NetworkKind.values()).map(Names::of).toList();
  }

  /**
   * The document of a cluster on another fabric, or null after problems were added.
   *
   * @param cluster as written
   */
  static @Nullable Tree on(Tree cluster, Fabric fabric, Problems problems) {
    if (fabric.network() == null) {
      return cluster;
    }
    if (cluster instanceof Tree.Mapping mapping) {
      return mapping.with("network", fabric.network());
    }
    Cluster usual = Clusters.read(cluster, "cluster", problems);
    if (usual == null) {
      return null;
    }
    Position at = cluster.at();
    return new Tree.Mapping(at, Map.of())
        .with("node", new Tree.Scalar(at, usual.node().name(), true))
        .with("nodes", new Tree.Scalar(at, Integer.toString(usual.nodes()), false))
        .with("network", fabric.network());
  }
}
