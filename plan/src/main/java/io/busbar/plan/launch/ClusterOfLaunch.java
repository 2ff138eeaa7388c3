package io.busbar.plan.launch;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.report.Finding;
import io.busbar.base.report.Severity;
import io.busbar.formats.launch.Launch;
import io.busbar.formats.launch.Launch.Count;
import io.busbar.formats.launch.Launch.World;
import io.busbar.formats.tree.Tree;
import io.busbar.model.catalog.Catalog;
import io.busbar.model.cluster.UsualNodes;
import io.busbar.model.hardware.NodeType;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where a launch file runs: the user's word for the machine, the file's word for the count. */
final class ClusterOfLaunch {
  private static final String KEY = "cluster";
  private static final String STAND_IN = "dgx-h100";

  private final Launch launch;
  private final World world;
  private final PlanKeys keys;
  private final List<Finding> findings;

  ClusterOfLaunch(Launch launch, World world, PlanKeys keys, List<Finding> findings) {
    this.launch = launch;
    this.world = world;
    this.keys = keys;
    this.findings = findings;
  }

  /** Sets the cluster, or adds the problem that there is none. */
  void set(Tree.@Nullable Scalar given, Problems problems) {
    String name = given == null ? usual() : given.text().strip();
    if (name == null) {
      problems.add(
          Position.of(launch.source()),
          KEY,
          "",
          "the kind of machine, which the file does not say"
              + (world.total() > 0 ? " (it starts " + words() + ")" : ""),
          "add --cluster, e.g. --cluster " + STAND_IN + (world.total() > 0 ? "" : ":16"));
      name = STAND_IN; // so that everything else is checked too
    }
    Position at = given == null ? gpuAt() : given.at();
    boolean counted = name.indexOf(':') >= 0 || name.indexOf('/') >= 0 || name.endsWith(".yaml");
    if (counted || name.matches("\\d+x.*")) {
      keys.replace(KEY, name, at);
      compare(name);
      return;
    }
    String usual = UsualNodes.of(name);
    NodeType node = Catalog.standard().node(usual == null ? name : usual, at, new Problems());
    if (node == null || world.total() == 0) {
      keys.replace(KEY, name, at);
      if (node != null) {
        assume(at, "one node: the file does not say on how many it starts");
      }
      return;
    }
    long gpus = world.total();
    long perNode = node.gpus();
    if (gpus % perNode != 0 && gpus > perNode) {
      problems.add(
          place(),
          KEY,
          words(),
          "a multiple of the " + perNode + " GPUs of " + node.name(),
          "give the cluster with its count");
      return;
    }
    long nodes = Math.max(1, gpus / perNode);
    keys.replace(KEY, node.name() + ":" + nodes, at);
    if (gpus < perNode) {
      assume(at, "the whole node of " + perNode + " GPUs: the file starts " + gpus);
    }
  }

  private @Nullable String usual() {
    if (world.gpu() == null) {
      return null;
    }
    String gpu = world.gpu().value();
    String node = UsualNodes.of(gpu);
    node = node == null ? UsualNodes.of(gpu.split("[-_]")[0]) : node;
    if (node != null) {
      assume(world.gpu().at(), "GPUs " + gpu + " stand in nodes " + node);
    }
    return node;
  }

  private Position gpuAt() {
    return world.gpu() == null ? Position.of(launch.source()) : world.gpu().at();
  }

  private Position place() {
    Count nodes = world.nodes() != null ? world.nodes() : world.gpus();
    return nodes == null ? Position.of(launch.source()) : nodes.at();
  }

  private String words() {
    Count nodes = world.nodes();
    Count each = world.perNode();
    return nodes != null && each != null
        ? String.format(Locale.ROOT, "%d nodes of %d GPUs", nodes.value(), each.value())
        : world.total() + " GPUs";
  }

  /** The user's cluster stands above the file; a difference is told. */
  private void compare(String name) {
    int colon = name.lastIndexOf(':');
    Count nodes = world.nodes();
    if (nodes == null || colon < 0 || !name.substring(colon + 1).matches("\\d{1,7}")) {
      return;
    }
    if (Integer.parseInt(name.substring(colon + 1)) != nodes.value()) {
      findings.add(
          new Finding(
              "other-cluster-than-launched",
              Severity.INFO,
              "planned for " + name + ", the file starts " + words(),
              "what is given on the command line stands above the file",
              List.of(String.valueOf(nodes.at())),
              List.of()));
    }
  }

  private void assume(Position at, String what) {
    findings.add(
        new Finding(
            "assumed",
            Severity.INFO,
            "assumed: " + what,
            "nothing was given",
            List.of(at + ": cluster"),
            List.of("give --cluster with its count")));
  }
}
