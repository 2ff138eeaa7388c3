package io.busbar.diagnose.check.table;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.Threshold;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.nccltests.Measured;
import io.busbar.formats.perftest.Pair;
import io.busbar.formats.perftest.PerftestRun;
import io.busbar.formats.perftest.Stated;
import io.busbar.formats.perftest.TimeSeries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Figures of other tests: repeated times, pairs of nodes, perftest, and what people wrote down. */
public final class Figures implements Check {
  private static final String OUTLIERS = "latency-outliers";
  private static final String SLOW = "slow-node";
  private static final String SMALL = "benchmark-message-too-small";
  private static final String SWITCHES = "cross-switch-traffic";
  private static final String BELOW = "nccl-below-perftest";
  private static final String DISTANCE = "gpu-nic-distance-sys";
  private static final Pattern WIRE =
      Pattern.compile("(?i)ib_(?:write|read|send)_bw|perftest|iperf");
  private static final Pattern NCCL = Pattern.compile("(?i)nccl|\\w_perf\\b|bus ?bw|bus bandwidth");
  private static final String FAR = "busbw-far-below-hardware";
  private static final double RARE = Threshold.of(OUTLIERS, "rare");
  private static final int FEWEST_NODES = 4;
  private static final double SLOWER = Threshold.of(SLOW, "slower");
  private static final long SMALL_BYTES = (long) Threshold.of(SMALL, "small");
  private static final double DROP = Threshold.of(SWITCHES, "drop");
  private static final double LOST = Threshold.of(BELOW, "lost");

  /** Not even one NIC of 200 Gb/s per node; nodes of eight GPUs have four and more. */
  private static final double ONE_NIC_GBPS = 25;

  private static final Pattern INSIDE =
      Pattern.compile(
          "(?i)\\b(?:one|single|same|1|within|inside)[ -](?:a )?(?:switch|leaf|tor|rack|pod)\\b");
  private static final Pattern ACROSS =
      Pattern.compile(
          "(?i)\\b(?:two|2|three|four|several|different|across|cross|multiple)["
              + " -](?:switch|leaf|leaves|tor|rack|pod)\\w*");

  @Override
  public List<String> codes() {
    return List.of(OUTLIERS, SLOW, SMALL, SWITCHES, BELOW, FAR, DISTANCE);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    facts.all(TimeSeries.class).forEach(s -> outliers(s, out));
    slowNode(facts.all(Pair.class), out);
    facts.all(PerftestRun.class).forEach(r -> small(r, out));
    switches(facts.all(Stated.class), out);
    below(facts, out);
    belowAsStated(facts.all(Stated.class), out);
    gpuAgainstHost(facts.all(PerftestRun.class), out);
    stated(facts, out);
  }

  private static void outliers(TimeSeries s, Conclusions out) {
    List<TimeSeries.Sample> rare =
        s.slowest().stream().filter(x -> x.microseconds() > RARE * s.median()).toList();
    if (rare.isEmpty() || rare.size() * 4 > s.samples()) {
      return;
    }
    Conclusion c =
        Conclusion.warning(OUTLIERS)
            .say(
                String.format(
                    Locale.ROOT, "The median of %d samples is %.0f us.", s.samples(), s.median()));
    for (TimeSeries.Sample x : rare) {
      c.say(
              String.format(
                  Locale.ROOT,
                  "One took %.0f us, %.0f times as long.",
                  x.microseconds(),
                  x.microseconds() / s.median()))
          .at(x.at());
    }
    out.add(c);
  }

  private static void slowNode(List<Pair> all, Conclusions out) {
    oneByOne(all.stream().filter(p -> p.b().isEmpty()).toList(), out);
    List<Pair> pairs = all.stream().filter(p -> !p.b().isEmpty()).toList();
    if (pairs.size() < 3) {
      return;
    }
    double best = pairs.stream().mapToDouble(Pair::bandwidth).max().orElse(0);
    Map<String, List<Pair>> slow = new LinkedHashMap<>();
    Map<String, List<Pair>> fast = new LinkedHashMap<>();
    for (Pair p : pairs) {
      Map<String, List<Pair>> side = p.bandwidth() < SLOWER * best ? slow : fast;
      side.computeIfAbsent(p.a(), k -> new ArrayList<>()).add(p);
      side.computeIfAbsent(p.b(), k -> new ArrayList<>()).add(p);
    }
    List<String> suspects =
        slow.entrySet().stream()
            .filter(e -> !fast.containsKey(e.getKey()))
            .sorted(Comparator.comparingInt(e -> -e.getValue().size()))
            .map(Map.Entry::getKey)
            .toList();
    if (suspects.isEmpty()) {
      return;
    }
    String worst = suspects.getFirst();
    List<Pair> withWorst = slow.getOrDefault(worst, List.of());
    boolean proven = withWorst.size() > 1;
    Conclusion c =
        (proven ? Conclusion.critical(SLOW) : Conclusion.warning(SLOW))
            .confidence(proven ? Conclusion.Confidence.HIGH : Conclusion.Confidence.MEDIUM);
    c.say(
        "All "
            + withWorst.size()
            + " pairs with "
            + worst
            + " are slow; other pairs reach "
            + best
            + ".");
    withWorst.forEach(p -> c.say(p.a() + " with " + p.b() + ": " + p.bandwidth() + ".").at(p.at()));
    pairs.stream()
        .filter(p -> p.bandwidth() >= SLOWER * best)
        .filter(p -> slow.containsKey(p.a()) || slow.containsKey(p.b()))
        .limit(1)
        .forEach(p -> c.say(p.a() + " with " + p.b() + " is fine.").at(p.at()));
    pairs.stream()
        .filter(p -> p.bandwidth() < SLOWER * best && !p.a().equals(worst) && !p.b().equals(worst))
        .limit(2)
        .forEach(p -> c.say("Another slow pair: " + p.a() + " with " + p.b() + ".").at(p.at()));
    pairs.stream()
        .filter(p -> p.bandwidth() >= SLOWER * best && p.at().text().contains("#"))
        .limit(1)
        .forEach(p -> c.at(p.at()));
    out.add(c);
  }

  /** Tests of single nodes of which few are slow. */
  private static void oneByOne(List<Pair> nodes, Conclusions out) {
    if (nodes.size() < FEWEST_NODES) {
      return;
    }
    double[] sorted = nodes.stream().mapToDouble(Pair::bandwidth).sorted().toArray();
    double median = sorted[sorted.length / 2];
    List<Pair> slow = nodes.stream().filter(p -> p.bandwidth() < SLOWER * median).toList();
    if (slow.isEmpty() || slow.size() * 3 > nodes.size()) {
      return;
    }
    Conclusion c =
        Conclusion.critical(SLOW)
            .say("The median of " + nodes.size() + " nodes is " + median + ".");
    slow.forEach(p -> c.say(p.a() + " reaches " + p.bandwidth() + ".").at(p.at()));
    nodes.stream().filter(p -> !slow.contains(p)).limit(2).forEach(p -> c.at(p.at()));
    out.add(c);
  }

  private static void small(PerftestRun run, Conclusions out) {
    if (run.rows().isEmpty() || run.rows().stream().anyMatch(r -> r.bytes() > SMALL_BYTES)) {
      healthy(run, out);
      return;
    }
    PerftestRun.Row row = run.rows().getLast();
    out.add(
        Conclusion.info(SMALL)
            .say(
                String.format(
                    Locale.ROOT,
                    "%.2f Gb/s is the result of messages of %d bytes.",
                    row.averageGbps(),
                    row.bytes()))
            .at(row.at())
            .at(run.gidAt()));
  }

  private static void healthy(PerftestRun run, Conclusions out) {
    run.rows().stream()
        .max(Comparator.comparingDouble(PerftestRun.Row::averageGbps))
        .ifPresent(r ->
            out.healthy(
                String.format(
                    Locale.ROOT,
                    "The verbs test on %s reaches %.1f Gb/s.",
                    run.device(),
                    r.averageGbps()),
                List.of(r.at())));
  }

  private static void switches(List<Stated> stated, Conclusions out) {
    List<Stated> inside =
        stated.stream().filter(s -> INSIDE.matcher(s.at().text()).find()).toList();
    List<Stated> across =
        stated.stream().filter(s -> ACROSS.matcher(s.at().text()).find()).toList();
    if (inside.isEmpty() || across.isEmpty()) {
      return;
    }
    double one = inside.getFirst().gigabytesPerSecond();
    double two = across.getFirst().gigabytesPerSecond();
    if (one > DROP * two) {
      Conclusion c =
          Conclusion.critical(SWITCHES)
              .say(one + " GB/s inside one switch, " + two + " GB/s across.");
      c.at(inside.getFirst().at()).at(across.getFirst().at());
      across.stream()
          .filter(s -> s.gigabytesPerSecond() > DROP * two)
          .limit(1)
          .forEach(s ->
              c.say(
                      "Under other conditions it is "
                          + s.gigabytesPerSecond()
                          + " GB/s, so the links can do more.")
                  .at(s.at()));
      out.add(c);
    }
  }

  private static void below(Facts facts, Conclusions out) {
    PerftestRun.Row best =
        facts.all(PerftestRun.class).stream()
            .flatMap(r -> r.rows().stream())
            .max(Comparator.comparingDouble(PerftestRun.Row::averageGbps))
            .orElse(null);
    for (Measured m : facts.all(Measured.class)) {
      Double peak = m.peak().map(Measured::busbw).orElse(null);
      boolean pair = m.table().ranks() == 2 || m.table().hosts().size() == m.table().ranks();
      if (best == null || peak == null || !pair || m.table().hosts().size() < 2) {
        continue;
      }
      if (peak < LOST * best.averageGbps() / 8) {
        out.add(
            Conclusion.critical(BELOW)
                .say(
                    String.format(
                        Locale.ROOT,
                        "perftest reaches %.1f GB/s, NCCL %.1f GB/s.",
                        best.averageGbps() / 8,
                        peak))
                .at(best.at())
                .at(m.place(m.peak().orElseThrow())));
      }
    }
  }

  private static void belowAsStated(List<Stated> stated, Conclusions out) {
    Stated wire = best(stated, WIRE);
    Stated nccl = best(stated, NCCL);
    if (wire != null
        && nccl != null
        && nccl.gigabytesPerSecond() < LOST * wire.gigabytesPerSecond()) {
      out.add(
          Conclusion.critical(BELOW)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say(
                  String.format(
                      Locale.ROOT,
                      "The verbs test reaches %.1f GB/s, NCCL %.1f GB/s.",
                      wire.gigabytesPerSecond(),
                      nccl.gigabytesPerSecond()))
              .at(wire.at())
              .at(nccl.at()));
    }
  }

  private static @Nullable Stated best(List<Stated> stated, Pattern label) {
    return stated.stream()
        .filter(s -> label.matcher(s.at().text()).find())
        .max(Comparator.comparingDouble(Stated::gigabytesPerSecond))
        .orElse(null);
  }

  private static void gpuAgainstHost(List<PerftestRun> runs, Conclusions out) {
    PerftestRun.Row gpu = best(runs, true);
    PerftestRun.Row host = best(runs, false);
    if (gpu != null && host != null && gpu.averageGbps() < SLOWER * host.averageGbps()) {
      out.add(
          Conclusion.warning(DISTANCE)
              .confidence(Conclusion.Confidence.MEDIUM)
              .say(
                  String.format(
                      Locale.ROOT,
                      "GPU buffers reach %.1f Gb/s, host buffers %.1f Gb/s.",
                      gpu.averageGbps(),
                      host.averageGbps()))
              .at(gpu.at())
              .at(host.at()));
    }
  }

  private static PerftestRun.@Nullable Row best(List<PerftestRun> runs, boolean gpuMemory) {
    return runs.stream()
        .filter(r -> r.gpuMemory() == gpuMemory)
        .flatMap(r -> r.rows().stream())
        .max(Comparator.comparingDouble(PerftestRun.Row::averageGbps))
        .orElse(null);
  }

  private static void stated(Facts facts, Conclusions out) {
    boolean eight = facts.has("eight-gpus-per-process") && facts.has("multi-node-command");
    for (Stated s : facts.all(Stated.class)) {
      boolean busbw = s.label().matches("(?i).*(?:bus ?bw|bus bandwidth).*");
      if (eight && busbw && s.gigabytesPerSecond() < ONE_NIC_GBPS) {
        out.add(
            Conclusion.critical(FAR)
                .confidence(Conclusion.Confidence.MEDIUM)
                .say(
                    s.gigabytesPerSecond()
                        + " GB/s over nodes of eight GPUs is below what one NIC carries.")
                .at(s.at()));
        out.missing("the log of this run", "NCCL_DEBUG=INFO NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH,ENV");
        out.missing("how GPUs and NICs are joined", "nvidia-smi topo -m");
      }
    }
  }
}
