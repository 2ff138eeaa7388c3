package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.report.Severity;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;

/** Flow control without a watchdog. */
public final class SwitchWatchdog extends Rule {
  public SwitchWatchdog() {
    super("switch-watchdog");
  }

  @Override
  public void fabric(RoceSide roce, Hits out) {
    for (SwitchQos one : roce.switches()) {
      if (!one.pfc().isEmpty() && !one.watchdog() && !one.paused().isEmpty()) {
        out.on(this, Severity.INFO, one.pfc().getFirst().at(), one.system())
            .with("system", one.system())
            .with("paused", one.paused())
            .add();
      }
    }
  }
}
