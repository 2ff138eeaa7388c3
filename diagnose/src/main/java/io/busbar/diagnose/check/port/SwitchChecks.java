package io.busbar.diagnose.check.port;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.switches.PfcWatchdog;
import io.busbar.formats.switches.SwitchCounter;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What Ethernet switches say of their ports; needs the records of {@code formats.switches}. */
public final class SwitchChecks implements Check {
  private static final String STORM = "pfc-pause-storm";
  private static final String ERRORS = "switch-port-errors";
  private static final String DROPS = "switch-drops";
  private static final String PAUSES = "pfc-pause-frames";
  private static final int SHOWN = 6;

  @Override
  public List<String> codes() {
    return List.of(STORM, ERRORS, DROPS, PAUSES);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<SwitchCounter> counters = facts.all(SwitchCounter.class);
    boolean bad =
        counted(counters, SwitchCounter.Kind.ERROR, Conclusion.warning(ERRORS), out)
            | counted(counters, SwitchCounter.Kind.DROP, Conclusion.warning(DROPS), out);
    counted(counters, SwitchCounter.Kind.PAUSE, Conclusion.info(PAUSES), out);
    if (!bad && !counters.isEmpty()) {
      out.healthy(
          "The switch counts no errors and no drops in what was read.",
          List.of(counters.getFirst().at()));
    }
    watchdog(facts, out);
  }

  /** The ports that count most of a kind; false when none counts any. */
  private static boolean counted(
      List<SwitchCounter> all, SwitchCounter.Kind kind, Conclusion c, Conclusions out) {
    List<SwitchCounter> most =
        all.stream()
            .filter(s -> s.kind() == kind && s.value() > 0)
            .sorted(Comparator.comparingDouble(SwitchCounter::value).reversed())
            .toList();
    if (most.isEmpty()) {
      return false;
    }
    c.confidence(Conclusion.Confidence.MEDIUM);
    for (SwitchCounter s : most.subList(0, Math.min(SHOWN, most.size()))) {
      c.say(
              String.format(
                  Locale.ROOT,
                  "%s%s %.0f.",
                  s.port().isEmpty() ? "" : s.port() + ": ",
                  s.name(),
                  s.value()))
          .at(s.at());
    }
    out.add(c);
    return true;
  }

  private static void watchdog(Facts facts, Conclusions out) {
    Map<String, PfcWatchdog> last = new LinkedHashMap<>();
    for (PfcWatchdog w : facts.all(PfcWatchdog.class)) {
      last.put(w.host() + " " + w.port() + ":" + w.queue(), w);
    }
    List<PfcWatchdog> hit =
        last.values().stream().filter(w -> w.detected() > 0 || w.stormed()).toList();
    for (PfcWatchdog w : hit) {
      out.add(
          Conclusion.of(STORM, w.stormed() ? Severity.CRITICAL : Severity.WARNING)
              .say(
                  "The PFC watchdog found "
                      + w.detected()
                      + " storm(s) at "
                      + w.port()
                      + " queue "
                      + w.queue()
                      + ", restored it "
                      + w.restored()
                      + " time(s)"
                      + (w.stormed() ? ", and keeps it cut off" : "")
                      + "; it dropped "
                      + w.dropped()
                      + " packets itself: what hangs at this port sends pauses without end.")
              .at(w.at()));
    }
    if (hit.isEmpty() && !last.isEmpty()) {
      out.healthy(
          "The PFC watchdog found no storm on " + last.size() + " queue(s).",
          List.of(last.values().iterator().next().at()));
    }
  }
}
