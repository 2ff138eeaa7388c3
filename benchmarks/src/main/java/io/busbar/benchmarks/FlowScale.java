package io.busbar.benchmarks;

import io.busbar.base.quantity.Bandwidth;
import io.busbar.base.quantity.TimeSpan;
import io.busbar.simulate.fabric.Fabric;
import io.busbar.simulate.fabric.Fabrics;
import io.busbar.simulate.flow.FlowNetwork;
import io.busbar.simulate.network.Cancel;
import io.busbar.simulate.network.Listener;
import io.busbar.simulate.network.RunEnd;
import io.busbar.simulate.path.Routing;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Flow fidelity on the workloads that other simulators were measured with: RING-n and A2A-n on a
 * fat tree of 400 Gb/s links of 0.5 us. Prints CPU seconds, messages and memory. Run with {@code
 * java -cp benchmarks.jar io.busbar.benchmarks.FlowScale ring 1024 destination}.
 */
public final class FlowScale {
  private static final long CHUNK_BYTES = 1_000_000;

  private FlowScale() {}

  public static void main(String[] args) {
    String what = args[0];
    int ranks = Integer.parseInt(args[1]);
    Routing routing = Routing.valueOf(args[2].toUpperCase(Locale.ROOT));
    int repeats = args.length > 3 ? Integer.parseInt(args[3]) : 1;
    for (int i = 0; i < repeats; i++) {
      run(what, ranks, routing);
    }
  }

  private static void run(String what, int ranks, Routing routing) {
    long cpu = cpuNanos();
    int k = ranks <= 128 ? 8 : ranks <= 1024 ? 16 : 48;
    Fabric fabric =
        Fabrics.fatTree(
            k, Bandwidth.parse("400Gb/s"), TimeSpan.parse("0.5us"), TimeSpan.parse("0us"));
    FlowNetwork network = new FlowNetwork(fabric, routing, 1);
    Listener listener = what.equals("ring") ? ring(network, ranks) : allToAll(network, ranks);
    long made = cpuNanos();
    RunEnd end = network.run(listener, Long.MAX_VALUE, Cancel.NEVER);
    System.out.printf(
        Locale.ROOT,
        "%s-%d %s: %s at %.6f ms, %d messages, %d settles, %d rate changes, CPU %.2f s (%.2f s to"
            + " set up), heap %.0f MB%n",
        what,
        ranks,
        routing,
        end.reason(),
        end.atPs() / 1e9,
        network.messages(),
        network.settles(),
        network.rateChanges(),
        (cpuNanos() - cpu) / 1e9,
        (made - cpu) / 1e9,
        usedMegabytes());
  }

  private static Listener ring(FlowNetwork network, int ranks) {
    int[] next = new int[ranks];
    int[] sent = new int[ranks];
    int[] received = new int[ranks];
    int[] started = new int[ranks];
    for (int r = 0; r < ranks; r++) {
      next[r] = network.connect(r, (r + 1) % ranks, 0, 0);
    }
    int steps = 2 * (ranks - 1);
    for (int r = 0; r < ranks; r++) {
      started[r] = 1;
      network.send(next[r], CHUNK_BYTES, r);
    }
    return new Listener() {
      @Override
      public void sent(long token) {
        int rank = (int) token;
        sent[rank]++;
        advance(rank);
      }

      @Override
      public void delivered(long token) {
        int rank = ((int) token + 1) % ranks;
        received[rank]++;
        advance(rank);
      }

      private void advance(int rank) {
        if (started[rank] < steps
            && sent[rank] == started[rank]
            && received[rank] >= started[rank]) {
          started[rank]++;
          network.send(next[rank], CHUNK_BYTES, rank);
        }
      }
    };
  }

  private static Listener allToAll(FlowNetwork network, int ranks) {
    for (int from = 0; from < ranks; from++) {
      for (int to = 0; to < ranks; to++) {
        if (from != to) {
          network.send(network.connect(from, to, 0, 0), CHUNK_BYTES, 0);
        }
      }
    }
    return token -> {};
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double usedMegabytes() {
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
  }
}
