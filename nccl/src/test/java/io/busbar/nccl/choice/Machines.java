package io.busbar.nccl.choice;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.nccl.cost.Capabilities;
import io.busbar.nccl.cost.Communicator;
import io.busbar.nccl.graph.Cpu;
import io.busbar.nccl.graph.GraphSet;
import io.busbar.nccl.graph.PathType;
import io.busbar.nccl.graph.Pattern;
import io.busbar.nccl.graph.SearchGraph;
import io.busbar.nccl.settings.NcclSettings;
import io.busbar.nccl.version.NcclVersion;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Communicators for tests. */
final class Machines {
  private Machines() {}

  static SearchGraph graph(Pattern pattern, int channels, double intra, double inter) {
    return new SearchGraph(pattern, channels, intra, inter, PathType.NVL, PathType.PIX, 0, true);
  }

  /** So many nodes of eight H100 with a 400 Gb/s NIC each. */
  static Communicator h100(int nodes, String version, String... settings) {
    GraphSet graphs =
        nodes == 1
            ? GraphSet.of(graph(Pattern.RING, 12, 30, 30), graph(Pattern.BALANCED_TREE, 12, 30, 30))
                .withNvls(graph(Pattern.NVLS, 8, 40, 60))
            : GraphSet.of(graph(Pattern.RING, 8, 48, 48), graph(Pattern.TREE, 8, 48, 48))
                .withNvls(graph(Pattern.NVLS, 8, 45, 48));
    NcclVersion release = NcclVersion.find(version).orElseThrow();
    return new Communicator(
        release,
        8 * nodes,
        nodes,
        90,
        90,
        Cpu.INTEL,
        graphs,
        Capabilities.NVSWITCH,
        settings(release, settings));
  }

  static NcclSettings settings(NcclVersion version, String... assignments) {
    Map<String, String> environment = new HashMap<>();
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      environment.put(assignment.substring(0, equals), assignment.substring(equals + 1));
    }
    Problems problems = new Problems();
    NcclSettings settings = NcclSettings.of(environment, version, Position.of("test"), problems);
    problems.throwIfAny();
    return settings;
  }

  /** The same with other capabilities and GPUs. */
  static Communicator with(Communicator c, Capabilities capabilities, int least, int most) {
    return new Communicator(
        c.version(),
        c.ranks(),
        c.nodes(),
        least,
        most,
        c.cpu(),
        c.graphs(),
        capabilities,
        c.settings());
  }

  /** Any communicator that may exist. */
  static Communicator any(RandomGenerator random, NcclSettings settings) {
    int nodes = 1 << random.nextInt(8);
    int perNode = 1 << random.nextInt(4);
    int ranks = Math.max(2, nodes * perNode);
    int[] capabilities = {70, 80, 89, 90, 100, 120};
    int capability = capabilities[random.nextInt(capabilities.length)];
    double speed = 1 + random.nextInt(90);
    int channels = 1 + random.nextInt(16);
    PathType inside = perNode == 1 ? PathType.LOC : PathType.values()[1 + random.nextInt(8)];
    PathType outside = PathType.values()[4 + random.nextInt(6)];
    Pattern tree = random.nextBoolean() ? Pattern.TREE : Pattern.BALANCED_TREE;
    GraphSet graphs =
        GraphSet.of(
                new SearchGraph(Pattern.RING, channels, speed, speed, inside, outside, 0, true),
                new SearchGraph(tree, channels, 2 * speed, speed, inside, outside, 0, true))
            .withNvls(graph(Pattern.NVLS, Math.max(1, perNode), speed, 2 * speed));
    NcclVersion version = NcclVersion.known().get(random.nextInt(NcclVersion.known().size()));
    return new Communicator(
        version,
        ranks,
        Math.min(nodes, ranks),
        capability,
        capability,
        Cpu.values()[random.nextInt(Cpu.values().length)],
        graphs,
        random.nextBoolean() ? Capabilities.NVSWITCH : Capabilities.PLAIN,
        settings);
  }
}
