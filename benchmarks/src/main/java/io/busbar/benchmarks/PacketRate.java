package io.busbar.benchmarks;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.packet.Counters;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;

/**
 * Packets times links per CPU second of the packet engine, pauses and DCQCN on, one thread, on the
 * workloads that peers were measured with: fat trees of 400 Gb/s and 0.5 us. Run with {@code java
 * -cp benchmarks.jar io.busbar.benchmarks.PacketRate [workload|all] [runs]}; the best run counts.
 */
public final class PacketRate {
  private static final List<String> WORKLOADS =
      List.of("perm-128", "incast-64", "ring-64", "perm-1024");

  private PacketRate() {}

  public static void main(String[] args) {
    String which = args.length > 0 ? args[0] : "all";
    int runs = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    for (String workload : WORKLOADS) {
      double best = 0;
      for (int i = 0; i < runs && (which.equals("all") || which.equals(workload)); i++) {
        best = Math.max(best, measure(workload));
      }
      if (best > 0) {
        System.out.printf(Locale.ROOT, "%-10s best %.2f M link-hops/s%n", workload, best / 1e6);
      }
    }
  }

  /** One run; link-hops per CPU second. */
  private static double measure(String workload) {
    int k = workload.equals("perm-1024") ? 16 : 8;
    Fabric fabric =
        Fabrics.fatTree(k, Bandwidth.parse("400Gb/s"), TimeSpan.parse("500ns"), new TimeSpan(0));
    System.gc();
    long before = cpuNanos();
    PacketNetwork network = new PacketNetwork(fabric, PacketSettings.roce(), 1);
    RunEnd end = play(workload, fabric, network);
    double seconds = (cpuNanos() - before) / 1e9;
    Counters counters = network.counters();
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        Locale.ROOT,
        "%-10s %s %,d hops, %,d bytes delivered, %.3f CPU s, %.2f M hops/s, %.2f events/hop,"
            + " end %.1f us, %,d packets, %,d marks, %,d pauses, heap %d MB%n",
        workload,
        end.reason(),
        counters.hops(),
        counters.deliveredBytes(),
        seconds,
        counters.hops() / seconds / 1e6,
        (double) counters.events() / counters.hops(),
        end.atPs() / 1e6,
        counters.dataPackets(),
        counters.marks(),
        counters.pauses(),
        (runtime.totalMemory() - runtime.freeMemory()) >> 20);
    return counters.hops() / seconds;
  }

  private static RunEnd play(String workload, Fabric fabric, PacketNetwork network) {
    return switch (workload) {
      case "ring-64" -> ring(network, 64, 1_000_000, 127);
      case "incast-64" ->
          new TrafficRun(network, Traffic.incast(0, 64, 64, 1_000_000))
              .run(Long.MAX_VALUE, Cancel.NEVER);
      default ->
          new TrafficRun(network, Traffic.permutation(fabric.endpoints(), 2_000_000, 1))
              .run(Long.MAX_VALUE, Cancel.NEVER);
    };
  }

  /** Each host starts with a chunk that travels the given steps round the ring. */
  private static RunEnd ring(PacketNetwork network, int hosts, long chunkBytes, int steps) {
    int[] connections = new int[hosts];
    for (int host = 0; host < hosts; host++) {
      connections[host] = network.connect(host, (host + 1) % hosts, 0, 0);
    }
    Listener onward =
        token -> {
          int step = (int) (token / hosts) + 1;
          int host = (int) (token % hosts + 1) % hosts;
          if (step < steps) {
            network.send(connections[host], chunkBytes, (long) step * hosts + host);
          }
        };
    for (int host = 0; host < hosts; host++) {
      network.send(connections[host], chunkBytes, host);
    }
    return network.run(onward, Long.MAX_VALUE, Cancel.NEVER);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
