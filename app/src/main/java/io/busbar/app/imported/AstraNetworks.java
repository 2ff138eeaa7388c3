package io.busbar.app.imported;

import io.busbar.base.grid.GridLine;
import io.busbar.base.problem.InputException;
import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.formats.astra.NetworkFile;
import io.busbar.formats.astra.NetworkReader;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.fabric.GridDimension;
import io.busbar.simulate.network.SimTime;
import io.busbar.simulate.scenario.input.Question.Topology;
import java.nio.file.Path;
import java.util.Locale;

/** Makes fabrics of the networks of ASTRA-sim's analytical backends. Stateless. */
final class AstraNetworks {
  private static final int MOST_NPUS = 16_384;
  private static final int MOST_PORTS = 4_000_000;

  private AstraNetworks() {}

  /** Whether a file is YAML by its name, as these are. */
  static boolean named(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    return name.endsWith(".yml") || name.endsWith(".yaml");
  }

  /**
   * @throws InputException with every problem of the file
   */
  static Topology read(Path file) {
    Tree tree = TreeReader.read(file);
    Problems problems = new Problems();
    NetworkFile network = NetworkReader.read(tree, problems);
    problems.throwIfAny();
    Position at = Position.of(file.toString());
    if (network.npus() < 2 || network.npus() > MOST_NPUS) {
      String expected = "2 to " + MOST_NPUS + " NPUs of all dimensions together";
      problems.add(at, "npus_count", "" + network.npus(), expected, "");
    }
    long ports = network.npus();
    for (NetworkFile.Dimension dimension : network.dimensions()) {
      boolean all = dimension.shape() == NetworkFile.Shape.FULLY_CONNECTED;
      ports += network.npus() * (all ? dimension.npus() : 2);
    }
    if (ports > MOST_PORTS) {
      problems.add(at, "npus_count", ports + " ports", "at most " + MOST_PORTS + " ports", "");
    }
    problems.throwIfAny();
    GridDimension[] dimensions =
        network.dimensions().stream().map(AstraNetworks::dimension).toArray(GridDimension[]::new);
    return new Topology(String.valueOf(file.getFileName()), Fabrics.grid(dimensions), 1, 1);
  }

  private static GridDimension dimension(NetworkFile.Dimension dimension) {
    GridLine shape =
        switch (dimension.shape()) {
          case RING -> GridLine.RING;
          case MESH -> GridLine.MESH;
          case SWITCH -> GridLine.SWITCH;
          case FULLY_CONNECTED -> GridLine.ALL;
        };
    long rate = Math.max(1, Math.round(dimension.bytesPerSecond()));
    return new GridDimension(shape, dimension.npus(), rate, SimTime.ps(dimension.latencySeconds()));
  }
}
