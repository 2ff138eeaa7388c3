package io.busbar.nccl.topology;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.hardware.Gpu;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Things of the catalogue by what PCIe and NCCL say of them. From a resource. Stateless. */
public final class Devices {
  private static final String RESOURCE = "/nccl/topology/devices.yaml";
  private static final Tree.Mapping TABLE = load();

  private Devices() {}

  /**
   * The GPU that all GPUs of a node are, or null when they are unknown or different.
   *
   * @param byNumber whether its PCI number says so; otherwise it is the usual one of its kind
   */
  public record Recognised(Gpu gpu, boolean byNumber) {}

  /** The GPU of a node, or null when they are unknown or different. */
  public static @Nullable Recognised gpu(NodeTopology node) {
    Set<String> numbers =
        node.gpus().stream()
            .map(gpu -> gpu.deviceId().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    String name = numbers.size() == 1 ? name("gpus", numbers.iterator().next()) : null;
    if (name != null) {
      return new Recognised(gpu(name), true);
    }
    String usual = numbers.size() > 1 ? null : usual(node);
    return usual == null ? null : new Recognised(gpu(usual), false);
  }

  /** The NIC of a PCI number, or null. */
  public static @Nullable String nic(String deviceId) {
    return name("nics", deviceId.toLowerCase(Locale.ROOT));
  }

  /** The PCI number of a GPU of the catalogue, or null. */
  public static @Nullable String numberOfGpu(String name) {
    return number("gpus", name);
  }

  /** The PCI number of a NIC of the catalogue, or null. */
  public static @Nullable String numberOfNic(String name) {
    return number("nics", name);
  }

  private static @Nullable String usual(NodeTopology node) {
    Set<Integer> sms =
        node.gpus().stream()
            .map(GpuDevice::sm)
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    int links =
        node.gpus().stream()
            .map(GpuDevice::nvLinks)
            .filter(Objects::nonNull)
            .mapToInt(Integer::intValue)
            .max()
            .orElse(0);
    if (sms.size() == 1 && TABLE.get("usual") instanceof Tree.Sequence rows) {
      for (Tree row : rows.items()) {
        Tree.Mapping kind = (Tree.Mapping) row;
        if (String.valueOf(sms.iterator().next()).equals(kind.text("sm"))
            && String.valueOf(links).equals(kind.text("nvlinks"))) {
          return kind.text("gpu");
        }
      }
    }
    return null;
  }

  private static Gpu gpu(String name) {
    Problems problems = new Problems();
    Gpu gpu = Catalog.standard().gpu(name, Position.of(RESOURCE), problems);
    if (gpu == null) {
      throw new IllegalStateException(problems.list().toString());
    }
    return gpu;
  }

  private static Tree.Mapping shelf(String shelf) {
    return TABLE.get(shelf) instanceof Tree.Mapping mapping ? mapping : TABLE;
  }

  private static @Nullable String name(String shelf, String number) {
    return number.isEmpty() ? null : shelf(shelf).text(number);
  }

  private static @Nullable String number(String shelf, String name) {
    for (String number : shelf(shelf).entries().keySet()) {
      if (name.equals(shelf(shelf).text(number))) {
        return number;
      }
    }
    return null;
  }

  private static Tree.Mapping load() {
    try (InputStream in = Devices.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing");
      }
      return (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
