package io.busbar.benchmarks;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.packet.PacketNetwork;
import io.busbar.simulate.packet.PacketSettings;
import io.busbar.simulate.traffic.Traffic;
import io.busbar.simulate.traffic.TrafficRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What several threads make of one packet simulation, by the wall clock: a permutation on a fat
 * tree of 400 Gb/s and 0.5 us, pauses and DCQCN on, played in turn by one thread, by several, and
 * by as many independent single threads at once, which is the most that the cores give. Run with
 * {@code java -cp benchmarks.jar io.busbar.benchmarks.PacketThreads [radix] [bytes] [rounds]
 * [threads]}; a tree of switches with k ports has k³/4 hosts.
 */
public final class PacketThreads {
  private PacketThreads() {}

  public static void main(String[] args) throws InterruptedException {
    int radix = args.length > 0 ? Integer.parseInt(args[0]) : 16;
    long bytes = args.length > 1 ? Long.parseLong(args[1]) : 2_000_000;
    int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 4;
    int threads = args.length > 3 ? Integer.parseInt(args[3]) : 2;
    Fabric fabric =
        Fabrics.fatTree(
            radix, Bandwidth.parse("400Gb/s"), TimeSpan.parse("500ns"), new TimeSpan(0));
    double[] best = new double[3];
    for (int round = 0; round < rounds; round++) {
      double one = millionHopsPerSecond(fabric, bytes, 1, 1);
      double several = millionHopsPerSecond(fabric, bytes, threads, 1);
      double apart = millionHopsPerSecond(fabric, bytes, 1, threads);
      System.out.printf(
          Locale.ROOT,
          "%d hosts: one thread %.2f, %d threads %.2f, %d runs at once %.2f M hops/s: %.2f of it%n",
          fabric.endpoints(),
          one,
          threads,
          several,
          threads,
          apart,
          several / apart);
      double[] now = {one, several, apart};
      Arrays.setAll(best, i -> Math.max(best[i], now[i]));
    }
    System.out.printf(
        Locale.ROOT,
        "best: %.2f, %.2f, %.2f M hops/s: %.2f of runs at once, %.2f of one thread; heap %d MB%n",
        best[0],
        best[1],
        best[2],
        best[1] / best[2],
        best[1] / best[0],
        (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20);
  }

  private static double millionHopsPerSecond(Fabric fabric, long bytes, int threads, int runs)
      throws InterruptedException {
    System.gc();
    long[] hops = new long[runs];
    List<Thread> players = new ArrayList<>();
    long start = System.nanoTime();
    for (int run = 0; run < runs; run++) {
      int number = run;
      players.add(
          Thread.ofPlatform().start(() -> hops[number] = hops(fabric, bytes, threads, number + 1)));
    }
    for (Thread player : players) {
      player.join();
    }
    return Arrays.stream(hops).sum() / ((System.nanoTime() - start) / 1e3);
  }

  private static long hops(Fabric fabric, long bytes, int threads, long seed) {
    PacketNetwork network =
        new PacketNetwork(fabric, PacketSettings.roce(), List.of(), seed, threads);
    new TrafficRun(network, Traffic.permutation(fabric.endpoints(), bytes, seed))
        .run(Long.MAX_VALUE, Cancel.NEVER);
    return network.counters().hops();
  }
}
