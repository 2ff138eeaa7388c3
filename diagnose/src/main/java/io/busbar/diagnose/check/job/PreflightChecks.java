package io.busbar.diagnose.check.job;

import io.busbar.base.report.Severity;
import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.Conclusion;
import io.busbar.diagnose.check.Conclusions;
import io.busbar.diagnose.check.Expectation;
import io.busbar.diagnose.facts.Facts;
import io.busbar.formats.preflight.PreflightOutlier;
import io.busbar.formats.preflight.PreflightRun;
import java.util.List;
import java.util.Map;

/** What stood out in a preflight; that nothing did is worth saying as well. */
public final class PreflightChecks implements Check {
  private static final String SLOW = "slow-node";
  private static final String PATH = "slow-path";
  private static final String LOSS = "tcp-packet-loss";
  private static final String MTU = "mtu-mismatch";
  private static final String GONE = "host-unreachable";
  private static final String SPEED = "host-slower-than-others";
  private static final String CLOCK = "clock-offset";

  /** Names of a preflight, and the findings they are here. */
  private static final Map<String, String> CODES =
      Map.ofEntries(
          Map.entry("slow-host", SLOW),
          Map.entry("slow-interface", SLOW),
          Map.entry("slow-both-ways", SLOW),
          Map.entry("slow-pair", PATH),
          Map.entry("congestion", PATH),
          Map.entry("long-round-trip", PATH),
          Map.entry("unequal-hosts", PATH),
          Map.entry("loss", LOSS),
          Map.entry("interface-errors", LOSS),
          Map.entry("mtu-mismatch", MTU),
          Map.entry("mtu-black-hole", MTU),
          Map.entry("missing-host", GONE),
          Map.entry("missing-interface", GONE),
          Map.entry("unreachable", GONE),
          Map.entry("slow-cpu", SPEED),
          Map.entry("slow-memory", SPEED),
          Map.entry("clock-offset", CLOCK));

  @Override
  public List<String> codes() {
    return List.of(SLOW, PATH, LOSS, MTU, GONE, SPEED, CLOCK);
  }

  @Override
  public void conclude(Facts facts, Expectation expectation, Conclusions out) {
    for (PreflightOutlier each : facts.all(PreflightOutlier.class)) {
      String code = CODES.get(each.code());
      if (code != null) {
        Conclusion conclusion = Conclusion.of(code, severity(each.severity()));
        conclusion.say(each.title() + ".").at(each.at());
        out.add(conclusion);
      }
    }
    for (PreflightRun run : facts.all(PreflightRun.class)) {
      if (run.outliers() == 0 && run.pairs() > 0) {
        out.healthy(
            "A preflight of "
                + run.hosts()
                + " hosts over TCP found no host, interface or pair worse than the others.",
            List.of(run.at()));
      }
    }
  }

  private static Severity severity(String text) {
    return switch (text) {
      case "critical" -> Severity.CRITICAL;
      case "info" -> Severity.INFO;
      default -> Severity.WARNING;
    };
  }
}
