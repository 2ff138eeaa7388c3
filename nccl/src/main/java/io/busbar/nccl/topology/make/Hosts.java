package io.busbar.nccl.topology.make;

import io.busbar.base.problem.Nearest;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Processors and PCIe generations as a topology file names them, from a resource. Stateless. */
final class Hosts {
  private static final String RESOURCE = "/nccl/topology/hosts.yaml";
  private static final Tree.Mapping TABLE = load();

  private Hosts() {}

  /**
   * Attributes of a processor for the element {@code cpu}.
   *
   * @return null after a problem was added
   */
  static @Nullable Map<String, String> processor(String name, Position at, Problems problems) {
    Tree.Mapping known = shelf("processors");
    if (!(known.get(name) instanceof Tree.Mapping processor)) {
      String expected = "one of " + String.join(", ", known.entries().keySet());
      problems.add(at, "", name, expected, Nearest.hint(name, known.entries().keySet()));
      return null;
    }
    Map<String, String> attributes = new LinkedHashMap<>();
    put(attributes, "arch", processor.text("arch"));
    put(attributes, "vendor", processor.text("vendor"));
    put(attributes, "familyid", processor.text("family"));
    put(attributes, "modelid", processor.text("model"));
    return attributes;
  }

  private static void put(Map<String, String> into, String key, @Nullable String value) {
    if (value != null) {
      into.put(key, value);
    }
  }

  /** Speed of a generation of PCIe, {@code 5.0}; null when it is unknown. */
  static @Nullable String speed(String generation) {
    return shelf("pcie").text(generation);
  }

  private static Tree.Mapping shelf(String name) {
    if (TABLE.get(name) instanceof Tree.Mapping shelf) {
      return shelf;
    }
    throw new IllegalStateException(RESOURCE + " has no " + name);
  }

  private static Tree.Mapping load() {
    try (InputStream in = Hosts.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing");
      }
      return (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
