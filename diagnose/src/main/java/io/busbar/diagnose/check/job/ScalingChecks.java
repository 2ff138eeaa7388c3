package io.busbar.diagnose.check.job;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.Threshold;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.traces.CollectiveSpan;
import io.busbar.formats.traces.GpuTrace;
import io.busbar.formats.traces.GroupTime;
import io.busbar.formats.traces.KernelTotal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * How much of the time of a step communication costs, in the bands of the profiling guide, and
 * collectives one after another that nothing hides.
 */
public final class ScalingChecks implements Check {
  private static final String SHARE = "communication-share";
  private static final String SERIAL = "serialised-collectives";
  private static final double SHORTEST_US = 1000;
  private static final double MINOR = Threshold.of(SHARE, "minor");
  private static final double NOTABLE = Threshold.of(SHARE, "notable");
  private static final double PRIMARY = Threshold.of(SHARE, "primary");
  private static final int MANY = 8;
  private static final double WORTH_IT = 0.05;

  @Override
  public List<String> codes() {
    return List.of(SHARE, SERIAL);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    GpuTrace worst =
        facts.all(GpuTrace.class).stream()
            .filter(t -> t.computeUs() > 0 && t.spanUs() > SHORTEST_US && t.communicationUs() > 0)
            .max(Comparator.comparingDouble(ScalingChecks::share))
            .orElse(null);
    if (worst != null) {
      share(worst, out);
      serial(worst, out);
    }
    summary(facts.all(KernelTotal.class), out);
  }

  /** A summary tells how long kernels ran, not beside what: its share is an upper bound. */
  private static void summary(List<KernelTotal> kernels, Conclusions out) {
    List<KernelTotal> communication =
        kernels.stream().filter(k -> !k.operation().isEmpty()).toList();
    double total = kernels.stream().mapToDouble(KernelTotal::totalNs).sum();
    double share = communication.stream().mapToDouble(KernelTotal::totalNs).sum() / total;
    if (communication.isEmpty() || communication.size() == kernels.size()) {
      return;
    }
    String figures =
        String.format(
            Locale.ROOT, "Communication kernels are %.0f %% of the kernels' time", 100 * share);
    if (share < MINOR) {
      out.healthy(
          figures + ": the network does not limit it.", List.of(communication.getFirst().at()));
      return;
    }
    Conclusion c =
        Conclusion.of(SHARE, share < NOTABLE ? Severity.INFO : Severity.WARNING)
            .confidence(Conclusion.Confidence.LOW)
            .say(figures + "; a summary does not tell how much of it is hidden.");
    communication.stream()
        .limit(3)
        .forEach(k ->
            c.say(
                    String.format(
                        Locale.ROOT,
                        "%s: %d calls, %.1f ms.",
                        k.operation(),
                        k.instances(),
                        k.totalNs() / 1e6))
                .at(k.at()));
    out.add(c);
    out.missing("how much of it is hidden", "nsys export --type sqlite REPORT.nsys-rep");
  }

  private static double share(GpuTrace t) {
    return t.split().exposedUs() / t.spanUs();
  }

  private static void share(GpuTrace t, Conclusions out) {
    double share = share(t);
    List<CollectiveSpan> longest =
        t.collectives().stream()
            .sorted(Comparator.comparingDouble(CollectiveSpan::exposedUs).reversed())
            .limit(3)
            .toList();
    String figures =
        String.format(
            Locale.ROOT,
            "On %s communication takes %.0f %% of the time and %.0f %% beside no computation",
            t.label(),
            100 * t.communicationUs() / t.spanUs(),
            100 * share);
    if (share < MINOR) {
      out.healthy(
          figures + ": the network does not limit it.",
          longest.stream().map(CollectiveSpan::at).toList());
      return;
    }
    String band =
        share < NOTABLE
            ? "acceptable (10 to 20 %)"
            : share < PRIMARY
                ? "worth a look (20 to 30 %)"
                : "the first thing to work on (over 30 %)";
    Conclusion c =
        Conclusion.of(SHARE, share < NOTABLE ? Severity.INFO : Severity.WARNING)
            .say(figures + ": " + band + ".");
    t.split().groups().stream().limit(3).forEach(g -> c.say(sentence(g, t)));
    longest.forEach(s -> c.at(s.at()));
    out.add(c);
  }

  private static String sentence(GroupTime g, GpuTrace t) {
    return String.format(
        Locale.ROOT,
        "%s%s: %d calls, %.1f ms, of which %.1f ms exposed (%.0f %% of the time).",
        g.operation(),
        g.group().isEmpty() ? "" : " in " + g.group(),
        g.count(),
        g.totalUs() / 1000,
        g.exposedUs() / 1000,
        100 * g.exposedUs() / t.spanUs());
  }

  private static void serial(GpuTrace t, Conclusions out) {
    for (GroupTime g : t.split().groups()) {
      if (g.aloneInOneStep() < MANY || g.exposedUs() < WORTH_IT * t.spanUs()) {
        continue;
      }
      Conclusion c =
          Conclusion.of(
                  SERIAL, g.exposedUs() < MINOR * t.spanUs() ? Severity.INFO : Severity.WARNING)
              .say(
                  String.format(
                      Locale.ROOT,
                      "%s: %d %s%s in one step that nothing overlaps, %.0f %% of the time.",
                      t.label(),
                      g.aloneInOneStep(),
                      g.operation(),
                      g.group().isEmpty() ? "" : " of group " + g.group(),
                      100 * g.exposedUs() / t.spanUs()));
      t.collectives().stream()
          .filter(s -> s.alone() && s.name().equals(g.operation()) && s.group().equals(g.group()))
          .limit(3)
          .forEach(s -> c.at(s.at()));
      out.add(c);
    }
  }
}
