package io.busbar.diagnose.check.job;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.traces.CollectiveSpan;
import io.busbar.formats.traces.GpuTrace;
import io.busbar.formats.traces.KernelTotal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Traces: communication that nothing hides, durations that vary, ranks that wait for others. */
public final class TraceChecks implements Check {
  private static final String STRAGGLER = "straggler-wait-in-collective";
  private static final String VARIES = "collective-duration-varies";
  private static final String OVERLAP = "low-overlap";
  private static final double LONG_US = 1000;
  private static final double APART = 1.5;
  private static final double VARIED = 2;
  private static final double HIDDEN = 0.5;
  private static final int COMPARED = 64;

  /** A call that long is none of bandwidth when others of its kind take a fraction of it. */
  private static final double WAITED_NS = 1e8;

  private static final double OUTLIER = 20;
  private static final double HALF = 0.5;

  @Override
  public List<String> codes() {
    return List.of(STRAGGLER, VARIES, OVERLAP);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    summary(facts.all(KernelTotal.class), out);
    List<GpuTrace> traces = facts.all(GpuTrace.class);
    boolean straggler = traces.size() > 1 && straggler(traces, out);
    for (GpuTrace trace : traces) {
      overlap(trace, straggler, out);
      if (!straggler) {
        varies(trace, out);
      }
    }
  }

  private static String ms(double microseconds) {
    return String.format(Locale.ROOT, "%.1f ms", microseconds / 1000);
  }

  /**
   * A summary of kernels: one call of a collective that lasts many times as long as the shortest
   * one has waited for a peer, since the kernel runs from the arrival of its own rank.
   */
  private static void summary(List<KernelTotal> kernels, Conclusions out) {
    for (KernelTotal k : kernels) {
      boolean waited =
          !k.operation().isEmpty()
              && k.instances() >= 2
              && k.maxNs() > WAITED_NS
              && k.maxNs() > OUTLIER * k.minNs()
              && k.maxNs() > HALF * k.totalNs();
      if (waited) {
        out.add(
            Conclusion.warning(STRAGGLER)
                .confidence(Conclusion.Confidence.MEDIUM)
                .say(
                    String.format(
                        Locale.ROOT,
                        "One of %d calls of %s lasts %s, the shortest %s: that call waits for a"
                            + " peer that comes late, so its time is no cost of communication.",
                        k.instances(),
                        k.operation(),
                        ms(k.maxNs() / 1000),
                        ms(k.minNs() / 1000)))
                .at(k.at()));
      }
    }
  }

  /** The same operation, counted from the start, takes very different time on different ranks. */
  private static boolean straggler(List<GpuTrace> traces, Conclusions out) {
    int n =
        Math.min(COMPARED, traces.stream().mapToInt(t -> t.collectives().size()).min().orElse(0));
    Conclusion c = Conclusion.warning(STRAGGLER);
    Map<GpuTrace, Integer> shortest = new LinkedHashMap<>();
    int found = 0;
    for (int i = 0; i < n; i++) {
      int at = i;
      String name = traces.getFirst().collectives().get(i).name();
      if (!traces.stream().allMatch(t -> t.collectives().get(at).name().equals(name))) {
        continue;
      }
      Comparator<GpuTrace> byDuration =
          Comparator.comparingDouble(t -> t.collectives().get(at).durationUs());
      GpuTrace longer = traces.stream().max(byDuration).orElseThrow();
      GpuTrace shorter = traces.stream().min(byDuration).orElseThrow();
      CollectiveSpan x = longer.collectives().get(i);
      CollectiveSpan y = shorter.collectives().get(i);
      if (x.durationUs() > LONG_US && x.durationUs() > APART * y.durationUs()) {
        found++;
        shortest.merge(shorter, 1, Integer::sum);
        c.say(
                String.format(
                    Locale.ROOT,
                    "%s lasts %s on %s and %s on %s.",
                    name,
                    ms(x.durationUs()),
                    longer.label(),
                    ms(y.durationUs()),
                    shorter.label()))
            .at(x.at())
            .at(y.at());
      }
    }
    if (found > 0) {
      ranks(traces, shortest, found, c);
      out.add(c);
    }
    return found > 0;
  }

  private static void ranks(
      List<GpuTrace> traces, Map<GpuTrace, Integer> shortest, int found, Conclusion c) {
    if (traces.size() > 2) {
      shortest.entrySet().stream()
          .max(Map.Entry.comparingByValue())
          .filter(e -> e.getValue() * 2 > found)
          .ifPresent(e ->
              c.say(
                  e.getKey().label()
                      + " waits least in "
                      + e.getValue()
                      + " of "
                      + found
                      + " of them: the others wait for it."));
    }
    for (GpuTrace t : traces.subList(0, 2)) {
      c.say(
          Character.toUpperCase(t.label().charAt(0))
              + t.label().substring(1)
              + ": communication kernels "
              + ms(t.communicationUs())
              + ", of which beside computation "
              + ms(t.overlapUs())
              + ".");
    }
  }

  private static void overlap(GpuTrace t, boolean straggler, Conclusions out) {
    if (!(t.communicationUs() > LONG_US) || !(t.computeUs() > 0)) {
      return;
    }
    double hidden = t.overlapUs() / t.communicationUs();
    if (hidden >= HIDDEN) {
      out.healthy(
          String.format(
              Locale.ROOT, "%.0f %% of the communication runs beside computation.", 100 * hidden),
          t.collectives().stream().limit(2).map(CollectiveSpan::at).toList());
    }
    if (hidden >= HIDDEN || straggler) {
      return;
    }
    List<CollectiveSpan> longest =
        t.collectives().stream()
            .sorted(Comparator.comparingDouble(CollectiveSpan::durationUs).reversed())
            .limit(3)
            .toList();
    Conclusion c =
        Conclusion.warning(OVERLAP)
            .say(
                "Communication kernels are busy "
                    + ms(t.communicationUs())
                    + ", computation "
                    + ms(t.computeUs())
                    + ", both at once "
                    + ms(t.overlapUs())
                    + String.format(Locale.ROOT, " (%.0f %% of the communication).", 100 * hidden))
            .say(
                String.format(
                    Locale.ROOT,
                    "Communication is %.0f %% of the time shown.",
                    100 * t.communicationUs() / t.spanUs()));
    t.collectives().stream()
        .filter(s -> s.durationUs() > LONG_US)
        .limit(1)
        .forEach(s -> c.at(s.at()));
    longest.forEach(s -> c.at(s.at()));
    out.add(c);
  }

  private static void varies(GpuTrace t, Conclusions out) {
    Map<String, List<CollectiveSpan>> bySize = new LinkedHashMap<>();
    for (CollectiveSpan s : t.collectives()) {
      if (s.elements() > 0) {
        bySize
            .computeIfAbsent(s.name() + " of " + s.elements() + " elements", k -> new ArrayList<>())
            .add(s);
      }
    }
    bySize.forEach((what, spans) -> {
      CollectiveSpan max =
          spans.stream().max(Comparator.comparingDouble(CollectiveSpan::durationUs)).orElseThrow();
      CollectiveSpan min =
          spans.stream().min(Comparator.comparingDouble(CollectiveSpan::durationUs)).orElseThrow();
      if (spans.size() >= 3
          && max.durationUs() > LONG_US
          && max.durationUs() > VARIED * min.durationUs()) {
        out.add(
            Conclusion.warning(VARIES)
                .confidence(Conclusion.Confidence.MEDIUM)
                .say(
                    what
                        + " takes between "
                        + ms(min.durationUs())
                        + " and "
                        + ms(max.durationUs())
                        + ".")
                .at(max.at())
                .at(min.at())
                .at(spans.getFirst().at()));
      }
    });
  }
}
