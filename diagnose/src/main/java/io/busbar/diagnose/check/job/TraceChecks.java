package io.busbar.diagnose.check.job;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.traces.CollectiveSpan;
import io.busbar.formats.traces.GpuTrace;
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

  @Override
  public List<String> codes() {
    return List.of(STRAGGLER, VARIES, OVERLAP);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
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

  /** The same operation, counted from the start, takes very different time on different ranks. */
  private static boolean straggler(List<GpuTrace> traces, Conclusions out) {
    GpuTrace a = traces.get(0);
    GpuTrace b = traces.get(1);
    int n = Math.min(COMPARED, Math.min(a.collectives().size(), b.collectives().size()));
    Conclusion c = Conclusion.warning(STRAGGLER);
    boolean found = false;
    for (int i = 0; i < n; i++) {
      CollectiveSpan x = a.collectives().get(i);
      CollectiveSpan y = b.collectives().get(i);
      double longer = Math.max(x.durationUs(), y.durationUs());
      double shorter = Math.min(x.durationUs(), y.durationUs());
      if (x.name().equals(y.name()) && longer > LONG_US && longer > APART * shorter) {
        found = true;
        c.say(
                x.name()
                    + " lasts "
                    + ms(x.durationUs())
                    + " on rank "
                    + a.rank()
                    + " and "
                    + ms(y.durationUs())
                    + " on rank "
                    + b.rank()
                    + ".")
            .at(x.at())
            .at(y.at());
      }
    }
    if (found) {
      for (GpuTrace t : traces.subList(0, 2)) {
        c.say(
            "Rank "
                + t.rank()
                + ": communication kernels "
                + ms(t.communicationUs())
                + ", of which beside computation "
                + ms(t.overlapUs())
                + ".");
      }
      out.add(c);
    }
    return found;
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
