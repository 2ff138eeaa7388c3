package io.busbar.benchmarks;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.collective.algorithm.Algorithm;
import io.busbar.collective.algorithm.ScheduleRequest;
import io.busbar.collective.algorithm.Schedules;
import io.busbar.collective.api.CollectiveOp;
import io.busbar.collective.schedule.Chunking;
import io.busbar.collective.schedule.Locality;
import io.busbar.collective.schedule.Schedule;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.message.MessageNetwork;
import io.busbar.simulate.message.Serialisation;
import io.busbar.simulate.network.Network;
import io.busbar.simulate.path.Paths;
import io.busbar.simulate.path.Routing;
import io.busbar.simulate.path.Ways;
import io.busbar.simulate.play.FoldedWays;
import io.busbar.simulate.play.Play;
import io.busbar.simulate.play.PlayOptions;
import io.busbar.simulate.play.PlayResult;
import io.busbar.simulate.play.Player;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Played collectives at message and flow fidelity. Arguments: algorithm, operation, ranks, bytes,
 * bytes of a slot, {@code message} or {@code flow}, {@code ideal} or {@code nccl}, and the ranks
 * that stand for all (0: everyone plays). Prints CPU seconds, messages and memory. Example: {@code
 * ring all_reduce 4096 4096000000 1048576 message ideal 0}.
 */
public final class PlayScale {
  private PlayScale() {}

  public static void main(String[] args) {
    int ranks = Integer.parseInt(args[2]);
    long cpu = cpuNanos();
    Schedule schedule =
        Schedules.of(
            ScheduleRequest.of(
                CollectiveOp.valueOf(args[1].toUpperCase(Locale.ROOT)),
                Algorithm.valueOf(args[0].toUpperCase(Locale.ROOT)),
                Locality.oneNode(ranks)));
    Chunking chunking =
        Chunking.of(schedule, Long.parseLong(args[3]), Integer.parseInt(args[4]), 8);
    int period = Integer.parseInt(args[7]);
    Fabric fabric = fabric(ranks);
    Paths paths = new Paths(fabric, Routing.DESTINATION, 1);
    Ways ways = period == 0 ? paths : new FoldedWays(paths, ranks, period);
    Network network =
        args[5].equals("flow")
            ? new FlowNetwork(fabric, Routing.DESTINATION, 1)
            : new MessageNetwork(ways, Serialisation.CONNECTION);
    PlayOptions options = args[6].equals("nccl") ? PlayOptions.NCCL : PlayOptions.IDEAL;
    Play play = Play.of(schedule, chunking, options);
    PlayResult result = new Player(period == 0 ? play : play.folded(period), network).play();
    System.out.printf(
        Locale.ROOT,
        "%s: %s at %.6f ms, %,d messages, CPU %.2f s, heap %.0f MB%n",
        String.join(" ", args),
        result.complete() ? "complete" : result.end().reason(),
        result.timePs() / 1e9,
        result.messages(),
        (cpuNanos() - cpu) / 1e9,
        usedMegabytes());
  }

  private static Fabric fabric(int ranks) {
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
