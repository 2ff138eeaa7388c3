package io.busbar.diagnose.expect;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.diagnose.check.Expectation.Run;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.hardware.NodeType;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that a run tells of: the node by its GPU, as many as there are hosts. Where ports
 * were seen that carry less than the catalogue's, theirs count. Only whole nodes: which NICs a part
 * of a node may use is unknown. Stateless.
 */
final class InferredCluster {
  /**
   * Words of the GPU's name as the driver gives it, in lower case, and a node of the catalogue with
   * it. They begin with a whole word, so that GH200 is no H200, and end with one where a blank says
   * so.
   */
  private static final Map<String, String> NODES =
      Map.of(
          "h100 80gb hbm3 ", "dgx-h100",
          "h100 sxm", "dgx-h100",
          "h200 ", "dgx-h200",
          "h800 ", "hgx-h800",
          "a100 sxm4 80gb ", "dgx-a100",
          "a100 sxm4 40gb ", "dgx-a100-40gb",
          "b200 ", "dgx-b200");

  /** Words of a card for a PCIe slot and of a slice of a GPU: no such node has them. */
  private static final Pattern OTHER = Pattern.compile(" (?:pcie|nvl|mig) ");

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-z0-9]+");

  private InferredCluster() {}

  static Optional<Cluster> of(Run run) {
    NodeType node = node(run.gpu());
    if (node == null || run.hosts() < 1 || run.ranks() / run.hosts() < node.gpus()) {
      return Optional.empty();
    }
    double seen = run.nicsPerHost() * run.nicGbps() * 1e9 / 8;
    boolean fewer = seen > 0 && seen < node.nics() * node.nicBytesPerSecond();
    return Optional.of(Clusters.of(fewer ? withNics(node, seen) : node, run.hosts()));
  }

  private static NodeType withNics(NodeType n, double bytesPerSecond) {
    return new NodeType(
        n.entry(),
        n.gpu(),
        n.gpus(),
        n.gpusPerHost(),
        n.domainGpus(),
        n.scaleUp(),
        n.inSwitchReduction(),
        n.nics(),
        n.nicModel(),
        bytesPerSecond / n.nics(),
        n.nearNics(),
        n.network(),
        n.watts());
  }

  private static @Nullable NodeType node(String gpu) {
    String words = BETWEEN_WORDS.matcher(" " + gpu.toLowerCase(Locale.ROOT) + " ").replaceAll(" ");
    if (OTHER.matcher(words).find()) {
      return null;
    }
    for (Map.Entry<String, String> known : NODES.entrySet()) {
      if (words.contains(" " + known.getKey())) {
        return Catalog.standard().node(known.getValue(), Position.of("gpu"), new Problems());
      }
    }
    return null;
  }
}
