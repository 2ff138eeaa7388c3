package io.busbar.app.imported;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.calculon.SystemFile;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.fact.Kind;
import io.busbar.model.hardware.Gpu;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes clusters of Calculon's systems. What such a file does not tell of a GPU is that of the
 * catalogue's whose products are as fast, or nearest to it. Stateless.
 */
final class CalculonSystems {
  /** Calculon's files have more for "as much as it takes". */
  private static final double MOST_BYTES = 1e18;

  private CalculonSystems() {}

  /**
   * The cluster that an option names.
   *
   * @param processors that it has to have
   * @param notes gets what was assumed and left out
   * @return null when the option names anything else
   */
  static Tree.@Nullable Mapping cluster(
      Tree.Scalar option, int processors, List<String> notes, Problems problems) {
    try {
      Path file = Path.of(option.text());
      if (!option.text().endsWith(".json") || !Files.isRegularFile(file)) {
        return null;
      }
      Tree tree = TreeReader.read(file);
      if (!(tree instanceof Tree.Mapping root) || !SystemFile.matches(tree)) {
        return null;
      }
      SystemFile system = SystemFile.read(root, problems);
      problems.throwIfAny();
      String name = String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
      return cluster(system, name, processors, root.at(), notes);
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static Tree.Mapping cluster(
      SystemFile system, String name, int processors, Position at, List<String> notes) {
    Gpu like = like(system);
    notes.add("what the system does not tell of a GPU is that of " + like.name());
    notes.add("efficiencies by size, but for that of the largest products; operations of networks");
    if (system.networks().size() > 2) {
      notes.add("networks beyond the second are left out");
    }
    if (system.memory().bytes() > MOST_BYTES) {
      notes.add("a memory without limit is taken as one of 1 EB");
    }
    SystemFile.Net inside = system.networks().getFirst();
    SystemFile.Net between = system.networks().get(1);
    int gpus = Math.min(inside.size(), processors);
    Map<String, String> node = new LinkedHashMap<>();
    node.put("name", name);
    node.put("gpu", like.name());
    node.put("gpus", "" + gpus);
    node.put("scale_up", "switched");
    node.put("scale_up_rate", rate(inside.bytesPerSecond()));
    node.put("scale_up_latency", time(inside.latencySeconds()));
    node.put("nics", "" + gpus);
    node.put("nic_rate", rate(between.bytesPerSecond()));
    node.put("network", "infiniband");
    node.put("network_latency", time(between.latencySeconds()));
    node.put("memory", size(system.memory().bytes()));
    node.put("visible_memory", size(system.memory().bytes()));
    node.put("memory_rate", rate(system.memory().bytesPerSecond()));
    node.put("bf16_rate", flops(system.matrix()));
    node.put("matmul_bf16_rate", flops(system.matrix() * system.matrixEfficiency()));
    if (system.matrix8() > 0) {
      node.put("fp8_rate", flops(system.matrix8()));
      node.put("matmul_fp8_rate", flops(system.matrix8() * system.matrixEfficiency()));
    }
    node.put("host_rate", rate(system.host().bytesPerSecond()));
    node.put("host_memory", size(system.host().bytes() * gpus));
    Tree.Mapping cluster = new Tree.Mapping(at, Map.of()).with("name", scalar(at, name));
    for (Map.Entry<String, String> figure : node.entrySet()) {
      cluster = cluster.withPath("node." + figure.getKey(), scalar(at, figure.getValue()));
    }
    return cluster.with("nodes", scalar(at, "" + Math.ceilDiv(processors, gpus)));
  }

  private static Gpu like(SystemFile system) {
    Catalog catalog = Catalog.standard();
    Problems none = new Problems();
    Gpu nearest = null;
    double least = Double.MAX_VALUE;
    for (String name : catalog.names(Kind.GPU)) {
      Gpu gpu = catalog.gpu(name, Position.of(name), none);
      if (gpu == null || gpu.bf16FlopPerSecond() <= 0 || gpu.scaleUpBytesPerSecond() <= 0) {
        continue;
      }
      double far =
          Math.abs(Math.log(gpu.bf16FlopPerSecond() / system.matrix()))
              + Math.abs(Math.log(gpu.memoryBytesPerSecond() / system.memory().bytesPerSecond()));
      if (far < least) {
        least = far;
        nearest = gpu;
      }
    }
    if (nearest == null) {
      throw new IllegalStateException("the catalogue has no GPU");
    }
    return nearest;
  }

  private static Tree.Scalar scalar(Position at, String text) {
    return new Tree.Scalar(at, text, false);
  }

  private static String rate(double bytesPerSecond) {
    return figure(bytesPerSecond / 1e9, "GB/s");
  }

  private static String flops(double flopPerSecond) {
    return figure(flopPerSecond / 1e12, "TFLOPS");
  }

  private static String size(double bytes) {
    return figure(Math.min(bytes, MOST_BYTES) / 1e9, "GB");
  }

  private static String time(double seconds) {
    return figure(seconds * 1e9, "ns");
  }

  private static String figure(double value, String unit) {
    return String.format(Locale.ROOT, "%.3f", value).replaceFirst("\\.?0+$", "") + unit;
  }
}
