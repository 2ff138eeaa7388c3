package io.busbar.plan.picture;

import io.busbar.model.cluster.Cluster;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The nodes that a drawing of a cluster shows: all of few, else those at which the sample groups
 * begin, go on and end, and the cluster's last. Stateless.
 */
final class ShownNodes {
  private ShownNodes() {}

  /** Indexes of the nodes, ascending; at most {@code most}. */
  static List<Integer> of(Cluster cluster, List<SampleGroup> groups, int most) {
    int nodes = cluster.nodes();
    if (nodes <= most) {
      return IntStream.range(0, nodes).boxed().toList();
    }
    Set<Integer> shown = new LinkedHashSet<>();
    shown.add(0);
    shown.add(nodes - 1);
    groups.forEach(group -> shown.add(secondNode(group, cluster.node().gpus())));
    // Wide groups come last in the list; their ends say most about the fabric.
    groups.reversed().forEach(group -> shown.add(lastGpu(group) / cluster.node().gpus()));
    for (int node = 1; node < most; node++) {
      shown.add(node);
    }
    return shown.stream().limit(most).sorted().toList();
  }

  private static int secondNode(SampleGroup group, int gpusPerNode) {
    int first = group.gpus()[0] / gpusPerNode;
    return IntStream.of(group.gpus())
        .map(gpu -> gpu / gpusPerNode)
        .filter(node -> node != first)
        .findFirst()
        .orElse(first);
  }

  private static int lastGpu(SampleGroup group) {
    return group.gpus()[group.gpus().length - 1];
  }
}
