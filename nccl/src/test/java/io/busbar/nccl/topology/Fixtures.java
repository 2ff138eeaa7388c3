package io.busbar.nccl.topology;

import io.busbar.nccl.version.NcclVersion;
import java.nio.file.Path;

/** Nodes of the test's own files. */
public final class Fixtures {
  private static final Path FOLDER = Path.of("src/test/resources/io/busbar/nccl/topology");

  private Fixtures() {}

  public static Path path(String name) {
    return FOLDER.resolve(name);
  }

  public static NodeTopology node(String name) {
    return node(name, NcclVersion.newest());
  }

  static NodeTopology node(String name, NcclVersion version) {
    return node(path(name), version);
  }

  public static NodeTopology node(Path path, NcclVersion version) {
    return ((Topologies.Read.Node) Topologies.read(path, version)).topology();
  }
}
