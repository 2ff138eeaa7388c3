package io.busbar.plan.validate;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.model.hardware.Generation;
import io.busbar.model.hardware.Gpu;
import io.busbar.model.hardware.NetworkKind;
import io.busbar.model.hardware.NodeType;
import io.busbar.model.hardware.ScaleUp;
import io.busbar.plan.validate.RowReader.NotExpressible;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The hardware columns of a row as a cluster. Stateless. */
final class RowCluster {
  private static final Pattern NODE_RATE = Pattern.compile("(\\d+) ?Gb/s per node");

  private RowCluster() {}

  static Gpu gpu(String text) {
    String name = text.toLowerCase(Locale.ROOT);
    if (name.startsWith("a100") && !name.contains("40gb")) {
      name = "a100-sxm-80gb";
    }
    if (name.startsWith("v100")) {
      name = "v100-sxm-32gb";
    }
    Problems problems = new Problems();
    Gpu gpu = Catalog.standard().gpu(name, Position.of("gpu"), problems);
    if (gpu == null || gpu.generation() == Generation.TPU || gpu.generation() == Generation.CPU) {
      throw new NotExpressible("unknown GPU " + text);
    }
    return gpu;
  }

  static Cluster of(RowReader row, Gpu gpu, int gpus) {
    int perNode = Math.min(gpus, row.count("gpus_per_node", 8));
    int domain = usedDomain(gpus, perNode, row.count("nvlink_domain", perNode));
    double perGpu = networkBytesPerSecond(row, gpu, row.count("gpus_per_node", 8));
    NodeType node =
        new NodeType(
            gpu.entry(),
            gpu,
            perNode,
            perNode,
            domain,
            ScaleUp.SWITCHED,
            false,
            perNode,
            "one per GPU",
            perGpu,
            List.of(),
            NetworkKind.INFINIBAND,
            0);
    return Clusters.of(node, (gpus + perNode - 1) / perNode);
  }

  /**
   * The part of a scale-up domain that a job uses: the most GPUs that divide it, as jobs take 64 of
   * the 72 of a rack so that their groups tile it.
   */
  private static int usedDomain(int gpus, int perNode, int domain) {
    int used = Math.min(gpus, domain);
    while (used > perNode && gpus % used != 0) {
      used--;
    }
    return Math.max(perNode, used);
  }

  private static double networkBytesPerSecond(RowReader row, Gpu gpu, int gpusPerNode) {
    Double nics = row.number("nics_per_node");
    Double rate = row.number("nic_gbps");
    if (nics != null && rate != null) {
      return nics * rate * 1e9 / 8 / gpusPerNode;
    }
    Matcher perNode = NODE_RATE.matcher(row.text("fabric").replace("4x100", "400"));
    if (perNode.find()) {
      return Double.parseDouble(perNode.group(1)) * 1e9 / 8 / gpusPerNode;
    }
    return switch (gpu.generation()) {
      case VOLTA -> 12.5e9;
      case AMPERE, ADA -> 25e9;
      default -> 50e9;
    };
  }
}
