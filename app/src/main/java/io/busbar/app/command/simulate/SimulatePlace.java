package io.busbar.app.command.simulate;

import io.busbar.app.call.InFile;
import io.busbar.app.imported.Topologies;
import io.busbar.simulate.scenario.input.Question;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a simulation plays, as a picocli mixin. */
public final class SimulatePlace {
  @Option(
      names = "--cluster",
      paramLabel = "CLUSTER",
      description = {
        "Where it runs: a name of the catalogue with a count of nodes, or a cluster file.",
        "Example: --cluster dgx-h100:4"
      })
  private @Nullable String cluster;

  @Option(
      names = "--fabric",
      paramLabel = "SHAPE",
      description = {
        "Or plain hosts: fat-tree:K (K-port switches, three tiers), leaf-spine:LxHxS (leaves, hosts"
            + " of each, spines), dragonfly+:GxLxHxSxP (groups, leaves of each, hosts of a leaf,"
            + " spines of a group, links between each two groups), torus:AxBx.., mesh:AxBx..,"
            + " hyperx:AxBx.. (hosts by dimension), star:H, ring:SxH (switches in a circle)."
            + " Without a place the smallest fat tree that is large enough.",
        "Example: --fabric leaf-spine:16x32x8"
      })
  private @Nullable String fabric;

  @Option(
      names = "--topo",
      paramLabel = "FILE",
      description = {
        "Or a file of another simulator: htsim's .topo, the topology text of SimAI, or a network of"
            + " ASTRA-sim (.yml).",
        "Example: --topo fat_tree_128.topo"
      })
  private @Nullable String topology;

  @Option(
      names = "--link",
      paramLabel = "RATE",
      description = {
        "Rate of every link of --fabric, 400Gb/s by default.",
        "Example: --link 100Gb/s"
      })
  private String link = "400Gb/s";

  @Option(
      names = "--link-latency",
      paramLabel = "TIME",
      description = {
        "Of every link of --fabric, one way, with the switch behind it; 500ns by default.",
        "Example: --link-latency 1us"
      })
  private String linkLatency = "500ns";

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = {"The first N hosts take part; all by default.", "Example: --ranks 64"})
  private @Nullable Integer ranks;

  @Nullable Integer ranks() {
    return ranks;
  }

  Question.Place place() {
    return new Question.Place(
        topology == null ? null : Topologies.read(InFile.of(topology, "--topo")),
        cluster,
        fabric,
        link,
        linkLatency,
        ranks);
  }
}
