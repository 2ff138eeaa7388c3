package io.busbar.diagnose.check.port;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.switches.PfcWatchdog;
import io.busbar.formats.switches.SwitchCounter;
import io.busbar.formats.switches.SwitchPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What Ethernet switches say of their ports; needs the records of {@code formats.switches}. */
public final class SwitchChecks implements Check {
  private static final String STORM = "pfc-pause-storm";
  private static final String ERRORS = "switch-port-errors";
  private static final String DROPS = "switch-drops";
  private static final String PAUSES = "pfc-pause-frames";
  private static final String DOWN = "switch-port-down";
  private static final String SLOW = "switch-link-slow";
  private static final int SHOWN = 6;

  /** Ports of a switch that must be alike before one of them is odd. */
  private static final int ALIKE = 3;

  @Override
  public List<String> codes() {
    return List.of(STORM, ERRORS, DROPS, PAUSES, DOWN, SLOW);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<SwitchCounter> counters = facts.all(SwitchCounter.class);
    boolean bad = counted(counters, SwitchCounter.Kind.ERROR, Conclusion.warning(ERRORS), out);
    bad |= counted(counters, SwitchCounter.Kind.DROP, Conclusion.warning(DROPS), out);
    counted(counters, SwitchCounter.Kind.PAUSE, Conclusion.info(PAUSES), out);
    bad |= ports(facts, out);
    if (!bad && !counters.isEmpty()) {
      out.healthy(
          "The switch counts no errors and no drops in what was read.",
          List.of(counters.getFirst().at()));
    }
    watchdog(facts, out);
  }

  /** Ports whose link went down, and a port that came up slower than all others of its switch. */
  private static boolean ports(Facts facts, Conclusions out) {
    Map<String, List<SwitchPort>> up = new LinkedHashMap<>();
    Conclusion down = Conclusion.critical(DOWN);
    Set<String> seen = new HashSet<>();
    boolean any = false;
    for (SwitchPort port : facts.all(SwitchPort.class)) {
      String host = facts.hosts().of(port.at());
      if (port.down()) {
        String name = (host + " " + port.port()).strip();
        if (seen.add(name)) {
          down.say(name + " went down.");
        }
        down.at(port.at());
        any = true;
      } else {
        up.computeIfAbsent(host + " " + port.at().file(), h -> new ArrayList<>()).add(port);
      }
    }
    if (any) {
      out.add(down);
    }
    for (List<SwitchPort> ports : up.values()) {
      double usual = ports.stream().mapToDouble(SwitchPort::gigabits).max().orElse(0);
      List<SwitchPort> slow = ports.stream().filter(p -> p.gigabits() < usual).toList();
      if (slow.size() == 1 && ports.size() >= ALIKE) {
        SwitchPort one = slow.getFirst();
        out.add(
            Conclusion.warning(SLOW)
                .confidence(Conclusion.Confidence.MEDIUM)
                .say(
                    String.format(
                        Locale.ROOT,
                        "%s %s runs at %.0f Gb/s, all %d others at %.0f.",
                        facts.hosts().of(one.at()),
                        one.port(),
                        one.gigabits(),
                        ports.size() - 1,
                        usual))
                .at(one.at()));
        any = true;
      }
    }
    return any;
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
