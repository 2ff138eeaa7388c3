package io.busbar.diagnose.check.table;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.check.Threshold;
import io.busbar.diagnose.facts.Facts;
import io.busbar.diagnose.facts.Ports;
import io.busbar.formats.perftest.PerftestRun;
import io.busbar.formats.ports.PortField;
import io.busbar.formats.ports.PortReading;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Bandwidths of verbs tests beside the rate of the port they ran on: the same share that the
 * runbook asks for. Needs tests with large messages and ports with a rate.
 */
public final class RdmaRate implements Check {
  private static final String LOW = "rdma-bandwidth-low";

  /** Of the rate of the port; what is left goes to headers and gaps. As in the runbook. */
  private static final double SHARE = Threshold.of(LOW, "share");

  private static final double HALF = Threshold.of(LOW, "half");
  private static final long LARGE = (long) Threshold.of(LOW, "large");

  @Override
  public List<String> codes() {
    return List.of(LOW);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    List<PortReading> ports =
        Ports.latest(facts).stream()
            .filter(p -> p.has(PortField.STATE, "active") && p.rateGbps() > 0)
            .toList();
    for (PerftestRun run : facts.all(PerftestRun.class)) {
      PerftestRun.Row best =
          run.rows().stream()
              .filter(r -> r.bytes() >= LARGE)
              .max(Comparator.comparingDouble(PerftestRun.Row::averageGbps))
              .orElse(null);
      PortReading port =
          ports.stream()
              .filter(p -> !run.device().isEmpty() && p.label().startsWith(run.device()))
              .findFirst()
              .orElse(null);
      if (best == null || port == null || best.averageGbps() >= SHARE * port.rateGbps()) {
        continue;
      }
      Severity severity =
          best.averageGbps() < HALF * port.rateGbps() ? Severity.CRITICAL : Severity.WARNING;
      out.add(
          Conclusion.of(LOW, severity)
              .say(
                  String.format(
                      Locale.ROOT,
                      "%s on %s reaches %.1f Gb/s; its port has %.0f Gb/s, of which %.0f are"
                          + " usual.",
                      run.test().isEmpty() ? "The verbs test" : run.test(),
                      run.device(),
                      best.averageGbps(),
                      port.rateGbps(),
                      SHARE * port.rateGbps()))
              .at(best.at())
              .at(port.place(PortField.RATE)));
    }
  }
}
