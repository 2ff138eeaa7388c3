package io.busbar.benchmarks;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.packet.Counters;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Packets times links per CPU second of the packet engine, pauses and DCQCN on, on the workloads
 * that peers were measured with. Run with {@code java -cp benchmarks.jar
 * io.busbar.benchmarks.PacketRate [workload] [runs]}.
 */
public final class PacketRate {
  private PacketRate() {}

  public static void main(String[] args) {
    String which = args.length > 0 ? args[0] : "all";
    int runs = args.length > 1 ? Integer.parseInt(args[1]) : 5;
    for (String workload : new String[] {"perm-128", "incast-64", "perm-1024"}) {
      if (which.equals("all") || which.equals(workload)) {
        for (int i = 0; i < runs; i++) {
          measure(workload);
        }
      }
    }
  }

  private static void measure(String workload) {
    int k = workload.equals("perm-1024") ? 16 : 8;
    Fabric fabric =
        Fabrics.fatTree(k, Bandwidth.parse("400Gb/s"), TimeSpan.parse("500ns"), new TimeSpan(0));
    Traffic traffic =
        switch (workload) {
          case "incast-64" -> Traffic.incast(0, 64, 64, 1_000_000);
          default -> Traffic.permutation(fabric.endpoints(), 2_000_000, 1);
        };
    System.gc();
    long before = cpuNanos();
    PacketNetwork network = new PacketNetwork(fabric, PacketSettings.roce(), 1);
    TrafficRun run = new TrafficRun(network, traffic);
    RunEnd end = run.run(Long.MAX_VALUE, Cancel.NEVER);
    double seconds = (cpuNanos() - before) / 1e9;
    Counters counters = network.counters();
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        Locale.ROOT,
        "%-10s %s %,10d hops %5.2f CPU s %6.3f M hops/s %5.2f events/hop  last %8.1f us  "
            + "%,d data packets, %,d marks, %,d notifications, %,d pauses, heap %d MB%n",
        workload,
        end.reason(),
        counters.hops(),
        seconds,
        counters.hops() / seconds / 1e6,
        (double) counters.events() / counters.hops(),
        run.lastPs() / 1e6,
        counters.dataPackets(),
        counters.marks(),
        counters.notifications(),
        counters.pauses(),
        (runtime.totalMemory() - runtime.freeMemory()) >> 20);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
