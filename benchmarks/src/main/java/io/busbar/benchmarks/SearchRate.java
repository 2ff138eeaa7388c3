package io.busbar.benchmarks;

import io.busbar.base.quantity.Money;
import io.busbar.formats.tree.Tree;
import io.busbar.formats.tree.TreeReader;
import io.busbar.model.cluster.Cluster;
import io.busbar.nccl.time.NcclSetup;
import io.busbar.nccl.time.NcclTime;
import io.busbar.nccl.version.NcclVersion;
import io.busbar.plan.space.ClusterTerms;
import io.busbar.plan.space.Counts;
import io.busbar.plan.space.SearchFile;
import io.busbar.plan.space.Skipping;
import io.busbar.plan.space.Space;
import io.busbar.plan.space.SpaceSearch;
import io.busbar.plan.step.TimeModels;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Candidates and priced layouts per second of a search. {@code SearchRate [batches [threads [runs
 * [all|rules|nothing]]]]}: Llama 3 70B on 16 sizes of H100 clusters, 64 to 12,288 GPUs, with so
 * many global batches (32 make 4,194,304 candidates). One thread is timed by its processor time,
 * more by the clock. {@code rules} prices all that fit, {@code nothing} looks at every candidate by
 * itself. {@code SearchRate pair BATCHES} compares two threads with two single ones that run at
 * once.
 */
public final class SearchRate {
  private static final String AXES =
      """
      model: llama3-70b
      cluster: [%s]
      parallelism:
        tp: [1, 2, 4, 8]
        sequence_parallel: [true, false]
        pp: [1, 2, 4, 5, 8, 10, 16, 20]
        schedule: [1f1b, interleaved]
        virtual_stages: [1, 2, 4, 5]
        cp: [1, 2]
        sharding: [optimizer, parameters]
      batch: {sequence: 8192, micro_batch: [1, 2, 4, 8], global_batch: [%s]}
      recompute: [none, full]
      """;
  private static final int[] GPUS = {
    64, 128, 256, 512, 768, 1024, 1536, 2048, 3072, 4096, 5120, 6144, 8192, 9216, 10240, 12288
  };
  private static final int BATCH_STEP = 512;

  private SearchRate() {}

  public static void main(String[] args) throws InterruptedException {
    if (args.length > 1 && args[0].equals("pair")) {
      pair(Integer.parseInt(args[1]));
      return;
    }
    int batches = args.length > 0 ? Integer.parseInt(args[0]) : 32;
    int threads = args.length > 1 ? Integer.parseInt(args[1]) : 1;
    int runs = args.length > 2 ? Integer.parseInt(args[2]) : 5;
    Skipping skipping =
        args.length > 3 ? Skipping.valueOf(args[3].toUpperCase(Locale.ROOT)) : Skipping.ALL;
    long begun = System.nanoTime();
    Space space = space(batches);
    System.out.printf(
        Locale.ROOT, "%,d candidates, made in %.3f s%n", space.size(), seconds(begun));
    for (int run = 0; run < runs; run++) {
      if (threads == 1) {
        alone(space, skipping);
      } else {
        SpaceSearch.Found found = new SpaceSearch(space, threads).run((d, o, s) -> {}, () -> false);
        print(found.front().counts(), found.seconds(), found.threads(), found.front().size());
      }
    }
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    System.out.printf(
        Locale.ROOT, "%.1f MB in use%n", (runtime.totalMemory() - runtime.freeMemory()) / 1e6);
  }

  /** On this thread, by its processor time, which other work on the machine hardly changes. */
  private static void alone(Space space, Skipping skipping) {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long begun = clock.getCurrentThreadCpuTime();
    var front = space.front(0, space.size(), skipping);
    double seconds = (clock.getCurrentThreadCpuTime() - begun) * 1e-9;
    print(front.counts(), seconds, 1, front.size());
  }

  private static void print(Counts c, double seconds, int threads, int points) {
    double core = seconds * threads;
    System.out.printf(
        Locale.ROOT,
        "%6.3f s on %d: %,.0f candidates/s and core, %,.0f that keep the rules, %,.0f that fit,"
            + " %,.0f priced; %,d of %,d fit, %,d priced, %,d points%n",
        seconds,
        threads,
        c.candidates() / core,
        c.valid() / core,
        c.fitting() / core,
        c.priced() / core,
        c.fitting(),
        c.candidates(),
        c.priced(),
        points);
  }

  /** What two threads reach of two independent searches at once, taken in turns. */
  private static void pair(int batches) throws InterruptedException {
    Space one = space(batches);
    Space other = space(batches);
    double apart = Double.MAX_VALUE;
    double together = Double.MAX_VALUE;
    for (int run = 0; run < 5; run++) {
      long begun = System.nanoTime();
      List<Thread> both = new ArrayList<>();
      for (Space space : List.of(one, other)) {
        both.add(
            Thread.ofPlatform()
                .start(() -> new SpaceSearch(space, 1).run((d, o, s) -> {}, () -> false)));
      }
      for (Thread thread : both) {
        thread.join();
      }
      double two = seconds(begun);
      double shared = new SpaceSearch(one, 2).run((d, o, s) -> {}, () -> false).seconds();
      System.out.printf(
          Locale.ROOT,
          "two single searches at once %.3f s, one on two threads %.3f s: %.2f of their rate%n",
          two,
          shared,
          two / 2 / shared);
      apart = Math.min(apart, two);
      together = Math.min(together, shared);
    }
    System.out.printf(Locale.ROOT, "best of both: %.2f%n", apart / 2 / together);
  }

  private static Space space(int batches) {
    List<String> clusters = new ArrayList<>();
    for (int gpus : GPUS) {
      clusters.add("\"dgx-h100:" + gpus / 8 + "\"");
    }
    List<String> sizes = new ArrayList<>();
    for (int b = 1; b <= batches; b++) {
      sizes.add(Integer.toString(b * BATCH_STEP));
    }
    String text =
        String.format(Locale.ROOT, AXES, String.join(", ", clusters), String.join(", ", sizes));
    Tree tree = TreeReader.parse("search.yaml", text.getBytes(StandardCharsets.UTF_8));
    ClusterTerms terms = new ClusterTerms(Money.ofDollars(2), 1400, Money.ofDollars(0));
    Map<Cluster, NcclTime> made = new ConcurrentHashMap<>();
    TimeModels times =
        c ->
            made.computeIfAbsent(
                c, k -> NcclTime.of(k, NcclSetup.of(NcclVersion.newest(), k.node().gpu())));
    return SearchFile.of(tree, times, cluster -> terms).space();
  }

  private static double seconds(long begun) {
    return (System.nanoTime() - begun) * 1e-9;
  }
}
