package io.busbar.diagnose;

import io.busbar.diagnose.check.Check;
import io.busbar.diagnose.check.SignalChecks;
import io.busbar.diagnose.check.port.PortDown;
import io.busbar.diagnose.check.table.BelowHardware;
import io.busbar.diagnose.check.transport.NicsUsed;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** All checks. Constants. */
final class Checks {
  static final List<Check> ALL =
      List.of(new SignalChecks(), new PortDown(), new NicsUsed(), new BelowHardware());

  /** Codes that no check concludes: they stand for the whole. */
  static final String HEALTHY = "healthy";

  /** Codes of little weight: that all is well is the better headline. */
  static final Set<String> MINOR = Set.of("link-speed-info", "counter-saturated");

  private Checks() {}

  /** Codes of all findings, in order. */
  static Set<String> codes() {
    Set<String> codes = new TreeSet<>();
    codes.add(HEALTHY);
    ALL.forEach(check -> codes.addAll(check.codes()));
    return codes;
  }
}
