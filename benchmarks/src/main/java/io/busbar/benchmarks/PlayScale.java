package io.busbar.benchmarks;

import io.busbar.base.problem.Position;
import io.busbar.base.problem.Problems;
import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.model.cluster.Cluster;
import io.busbar.model.cluster.Clusters;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.message.MessageNetwork;
import io.busbar.simulate.message.Serialisation;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.path.FoldedPaths;
import io.busbar.simulate.path.LinkPathFinder;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.PortShare;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.play.Play;
import io.busbar.simulate.play.PlayOptions;
import io.busbar.simulate.play.PlayResult;
import io.busbar.simulate.play.Player;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Played collectives at message and flow fidelity; prints CPU seconds, messages and memory.
 * Arguments are {@code key=value}: algorithm, op, ranks (on a fat tree of 400 Gb/s, node of them to
 * a node) or cluster, bytes, slot (bytes), channels, pieces, engine (message, ports, flow), credit
 * (ideal, nccl), fold (ranks that stand for all), rails (groups of rails, of which one is played).
 * Example: {@code algorithm=tree cluster=dgx-h100:2048 channels=16}.
 */
public final class PlayScale {
  private final Map<String, String> options = new HashMap<>();

  private PlayScale(String[] args) {
    for (String arg : args) {
      String[] parts = arg.split("=", 2);
      options.put(parts[0], parts[1]);
    }
  }

  public static void main(String[] args) {
    new PlayScale(args).run();
  }

  private void run() {
    long cpu = cpuNanos();
    String cluster = option("cluster", "");
    Cluster machine = cluster.isEmpty() ? null : cluster(cluster);
    int ranks = machine == null ? number("ranks", 64) : machine.gpus();
    Fabric fabric = machine == null ? fatTree(ranks) : Fabrics.of(machine);
    Locality locality =
        machine == null
            ? Locality.uniform(ranks / number("node", ranks), number("node", ranks))
            : Locality.uniform(machine.nodes(), machine.node().gpus());
    int rails = number("rails", 1);
    Schedule schedule =
        Schedules.of(
            ScheduleRequest.of(
                    CollectiveOp.valueOf(upper("op", "all_reduce")),
                    Algorithm.valueOf(upper("algorithm", "ring")),
                    locality)
                .withChannels(number("channels", 1) / rails)
                .withPieces(number("pieces", 1)));
    Chunking chunking =
        Chunking.of(
            schedule,
            Long.parseLong(option("bytes", ranks + "000000")) / rails,
            number("slot", 1 << 20),
            8);
    int fold = number("fold", 0);
    Network network = network(fabric, ranks, fold, rails);
    PlayOptions options =
        option("credit", "ideal").equals("nccl") ? PlayOptions.NCCL : PlayOptions.IDEAL;
    Play play = Play.of(schedule, chunking, options);
    PlayResult result = new Player(fold == 0 ? play : play.folded(fold), network).play();
    System.out.printf(
        Locale.ROOT,
        "%s: %s at %.6f ms, %,d messages, CPU %.2f s, heap %.0f MB%n",
        this.options,
        result.complete() ? "complete" : result.end().reason(),
        result.timePs() / 1e9,
        result.messages(),
        (cpuNanos() - cpu) / 1e9,
        usedMegabytes());
    if (network instanceof FlowNetwork flow) {
      printBusiest(fabric, flow);
    }
  }

  private static void printBusiest(Fabric fabric, FlowNetwork network) {
    double[] carried = network.carriedBytes();
    int busiest = 0;
    for (int port = 0; port < carried.length; port++) {
      if (carried[port] * fabric.bytesPerSecond(busiest)
          > carried[busiest] * fabric.bytesPerSecond(port)) {
        busiest = port;
      }
    }
    System.out.printf(
        Locale.ROOT,
        "  busiest: %s, %.6f ms of its line rate; %d settles, %d rate changes%n",
        fabric.portName(busiest),
        carried[busiest] / fabric.bytesPerSecond(busiest) * 1e3,
        network.settles(),
        network.rateChanges());
  }

  private Network network(Fabric fabric, int ranks, int fold, int rails) {
    Routing routing = Routing.valueOf(upper("routing", "destination"));
    Paths paths = new Paths(fabric, routing, 1, PortShare.ofRails(fabric, routing, rails));
    LinkPathFinder finder =
        fold == 0 ? paths : new FoldedPaths(fabric, paths, ranks, fold, ranks / fold);
    return switch (option("engine", "message")) {
      case "flow" -> new FlowNetwork(finder);
      case "ports" -> new MessageNetwork(finder, Serialisation.PORT);
      default -> new MessageNetwork(finder, Serialisation.CONNECTION);
    };
  }

  private String option(String key, String otherwise) {
    return options.getOrDefault(key, otherwise);
  }

  private String upper(String key, String otherwise) {
    return option(key, otherwise).toUpperCase(Locale.ROOT);
  }

  private int number(String key, int otherwise) {
    return Integer.parseInt(option(key, String.valueOf(otherwise)));
  }

  private static Cluster cluster(String name) {
    Problems problems = new Problems();
    Cluster cluster = Clusters.parse(name, Position.of("cluster"), problems);
    problems.throwIfAny();
    if (cluster == null) {
      throw new IllegalArgumentException(name);
    }
    return cluster;
  }

  private static Fabric fatTree(int ranks) {
    int k = 4;
    while (k * k * k / 4 < ranks) {
      k += 4;
    }
    return Fabrics.fatTree(
        k, Bandwidth.parse("400Gb/s"), TimeSpan.parse("0.5us"), TimeSpan.parse("0us"));
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double usedMegabytes() {
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
  }
}
