package io.busbar.simulate.validate;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.schedule.Locality;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.fabric.NodeKind;
import io.busbar.simulate.scenario.input.FabricText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where an experiment plays.
 *
 * @param domain endpoints that scale-up links join; 1 for plain hosts
 */
record Place(Fabric fabric, int domain) {

  /**
   * Keys: {@code cluster}, with {@code rails} for leaves of their own where one switch would do; or
   * {@code fabric} with {@code link} and {@code latency}.
   */
  static Place of(Setting setting) {
    Problems problems = new Problems();
    String named = setting.find("cluster");
    if (named != null) {
      Cluster cluster = cluster(named, setting.find("rails"), problems);
      if (cluster == null) {
        throw setting.wrong(problems.list().toString());
      }
      return new Place(Fabrics.of(cluster), Math.min(cluster.gpusPerDomain(), cluster.gpus()));
    }
    Bandwidth rate = setting.rate("link", "400Gb/s");
    TimeSpan latency = new TimeSpan(setting.seconds("latency", "500ns"));
    Fabric fabric = new FabricText(setting.text("fabric", ""), rate, latency, problems).read();
    if (fabric == null) {
      throw setting.wrong(problems.list().toString());
    }
    return new Place(fabric, 1);
  }

  private static @Nullable Cluster cluster(
      String named, @Nullable String rails, Problems problems) {
    if (rails == null) {
      return Clusters.parse(named, Position.of("cluster"), problems);
    }
    String[] parts = named.split(":", 2);
    String yaml =
        "node: " + parts[0] + "\nnodes: " + parts[1] + "\nnetwork: {rails: " + rails + "}\n";
    byte[] bytes = yaml.getBytes(StandardCharsets.UTF_8);
    return Clusters.read(TreeReader.parse("cluster", bytes), "", problems);
  }

  /** Bytes per second of a host's first port. */
  double hostRate() {
    return fabric.bytesPerSecond(fabric.firstPort(0));
  }

  /** The first ranks; each of a domain has its own rail. */
  Locality locality(int ranks) {
    int[] node = new int[ranks];
    int[] rail = new int[ranks];
    Arrays.setAll(node, rank -> rank / domain);
    Arrays.setAll(rail, rank -> rank % domain);
    return new Locality(node, rail);
  }

  /** Whether a node has a shared buffer. */
  boolean switches(int node) {
    NodeKind kind = fabric.kind(node);
    return kind != NodeKind.ENDPOINT && kind != NodeKind.NIC;
  }
}
