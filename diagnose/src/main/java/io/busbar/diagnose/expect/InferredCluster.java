package io.busbar.diagnose.expect;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.diagnose.check.Expectation.Run;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.hardware.NodeType;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The cluster that a run tells of: the node by its GPU, as many as there are hosts. Where a host
 * has fewer ports than the catalogue's node, also counting those that are down, its own count: what
 * is broken does not lower what is expected. Only whole nodes: which NICs a part of a node may use
 * is unknown. Stateless.
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

  /** Ports that carry this part of the catalogue's rate are the catalogue's. */
  private static final double ENOUGH = 0.95;

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-z0-9]+");

  private InferredCluster() {}

  /**
   * A cluster and how sure it is.
   *
   * @param given the cluster as --cluster takes it; with figures of its own, the text of a file
   * @param certainty in words
   */
  record Inferred(Cluster cluster, String given, String certainty) {}

  static Optional<Inferred> of(Run run) {
    NodeType node = node(run.gpu());
    if (node == null || run.hosts() < 1 || run.ranks() / run.hosts() < node.gpus()) {
      return Optional.empty();
    }
    Cluster whole = Clusters.of(node, run.hosts());
    double there = run.nicsPerHost() * run.nicGbps() * 1e9 / 8;
    double usual = node.nics() * node.nicBytesPerSecond();
    if (run.hosts() == 1) {
      return Optional.of(new Inferred(whole, whole.name(), "GPUs as the table names them"));
    }
    if (!(there > 0)) {
      return Optional.of(
          new Inferred(whole, whole.name(), "the usual node of this GPU; its NICs were not seen"));
    }
    if (there >= ENOUGH * usual) {
      return Optional.of(
          new Inferred(whole, whole.name(), "GPUs and ports as the files show them"));
    }
    String certainty =
        String.format(
            Locale.ROOT,
            "each host has %d ports of %.0f Gb/s, also counting those that are down",
            run.nicsPerHost(),
            run.nicGbps());
    String file =
        String.format(
            Locale.ROOT,
            "{node: %s, nodes: %d, override: {nics: %d, nic_rate: %.0f Gb/s}}",
            node.name(),
            run.hosts(),
            run.nicsPerHost(),
            run.nicGbps());
    Problems problems = new Problems();
    Cluster own =
        Clusters.read(
            TreeReader.parse("cluster.yaml", file.getBytes(StandardCharsets.UTF_8)), "", problems);
    return problems.any() || own == null
        ? Optional.empty()
        : Optional.of(new Inferred(own, file, certainty));
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
