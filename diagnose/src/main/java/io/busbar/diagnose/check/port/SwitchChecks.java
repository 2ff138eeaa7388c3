package io.busbar.diagnose.check.port;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.switches.PfcWatchdog;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What Ethernet switches say of their ports; needs the records of {@code formats.switches}. */
public final class SwitchChecks implements Check {
  private static final String STORM = "pfc-pause-storm";

  @Override
  public List<String> codes() {
    return List.of(STORM);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
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
