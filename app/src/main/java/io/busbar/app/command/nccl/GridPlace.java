package io.busbar.app.command.nccl;

import io.busbar.app.call.InFile;
import io.busbar.app.call.Refusal;
import io.busbar.app.imported.Topologies;
import io.busbar.base.grid.GridGroup;
import io.busbar.base.problem.Problems;
import io.busbar.collective.api.GroupShape;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.scenario.input.FabricText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A grid in place of a cluster, as a picocli mixin; the options are those of 'simulate'. */
final class GridPlace {
  @Option(
      names = "--fabric",
      paramLabel = "SHAPE",
      description = {
        "Or a grid of chips: torus:AxBx.., mesh:AxBx.., hyperx:AxBx.. (by dimension), by its closed"
            + " form.",
        "Example: --fabric torus:4x4x4"
      })
  private @Nullable String fabric;

  @Option(
      names = "--topo",
      paramLabel = "FILE",
      description = {"Or a network of ASTRA-sim.", "Example: --topo Ring_8npus.yml"})
  private @Nullable String topology;

  @Option(
      names = "--link",
      paramLabel = "RATE",
      description = {
        "Rate of every link of --fabric, one way, 400Gb/s by default.",
        "Example: --link 100GB/s"
      })
  private String link = "400Gb/s";

  @Option(
      names = "--link-latency",
      paramLabel = "TIME",
      description = {
        "Of every link of --fabric, one way; 500ns by default.",
        "Example: --link-latency 1us"
      })
  private String latency = "500ns";

  boolean asked() {
    return fabric != null || topology != null;
  }

  /** As the user wrote it. */
  String name() {
    return String.valueOf(fabric != null ? fabric : topology);
  }

  /**
   * All of the grid.
   *
   * @throws io.busbar.base.problem.InputException when it is none
   */
  GroupShape shape() {
    Fabric made = fabric != null ? ofWord(fabric) : ofFile(String.valueOf(topology));
    if (!made.grid()) {
      String hint =
          "switches have a formula for each algorithm: 'busbar simulate OPERATION --fabric "
              + name()
              + " --fidelity closed'";
      throw Refusal.of(option(), name(), "a torus, mesh or HyperX", hint);
    }
    return GroupShape.of(new GridGroup(made.gridAxes(), true));
  }

  private String option() {
    return fabric != null ? "--fabric" : "--topo";
  }

  private static Fabric ofFile(String file) {
    return Topologies.read(InFile.of(file, "--topo")).fabric();
  }

  private Fabric ofWord(String word) {
    Problems problems = new Problems();
    Fabric made = FabricText.read(word, link, latency, problems);
    problems.throwIfAny();
    return Objects.requireNonNull(made);
  }
}
