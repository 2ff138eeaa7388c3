package io.busbar.nccl.topology;

import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.version.NcclVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Path types by the numbers that logs and files print for them. The same number means other types
 * in other versions of NCCL, so that it says nothing without one. From a resource. Stateless.
 */
public final class PathNumbers {
  private static final String RESOURCE = "/nccl/topology/path-numbers.yaml";
  private static final TreeMap<NcclVersion, List<PathType>> BY_VERSION = load();

  private PathNumbers() {}

  /**
   * @return empty when the version has no such number
   */
  public static Optional<PathType> decode(NcclVersion version, int number) {
    List<PathType> types = BY_VERSION.get(version.nearest(BY_VERSION.keySet()));
    return types == null || number < 0 || number >= types.size()
        ? Optional.empty()
        : Optional.of(types.get(number));
  }

  private static TreeMap<NcclVersion, List<PathType>> load() {
    TreeMap<NcclVersion, List<PathType>> byVersion = new TreeMap<>();
    try (InputStream in = PathNumbers.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing");
      }
      Tree.Mapping root = (Tree.Mapping) TreeReader.parse(RESOURCE, in.readAllBytes());
      Tree.Sequence rows = (Tree.Sequence) root.entries().get("numbers").value();
      for (Tree row : rows.items()) {
        Tree.Mapping entry = (Tree.Mapping) row;
        List<PathType> types = new ArrayList<>();
        for (Tree type : ((Tree.Sequence) entry.entries().get("types").value()).items()) {
          types.add(PathType.of(type.shown()).orElseThrow());
        }
        String since = String.valueOf(entry.text("since"));
        byVersion.put(NcclVersion.find(since).orElseThrow(), List.copyOf(types));
      }
      return byVersion;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
