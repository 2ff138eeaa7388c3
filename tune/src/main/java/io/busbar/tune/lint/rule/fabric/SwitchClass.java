package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.report.Severity;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;

/** A DSCP of RoCE that a switch puts on a priority without flow control. */
public final class SwitchClass extends Rule {
  public SwitchClass() {
    super("switch-class");
  }

  @Override
  public void fabric(RoceSide roce, Hits out) {
    for (SwitchQos one : roce.switches()) {
      for (RoceSide.Marked mark : roce.marks()) {
        int priority = one.priority(mark.dscp());
        if (!one.paused().isEmpty() && !one.paused().contains(priority)) {
          out.on(
                  this,
                  mark.told() ? Severity.CRITICAL : Severity.WARNING,
                  one.place(mark.dscp()),
                  one.system())
              .with("system", one.system())
              .with("dscp", mark.dscp())
              .with("said", mark.said())
              .with("priority", priority)
              .with("paused", one.paused())
              .with("pfc_at", RoceSide.at(one.pfc().getFirst().at()))
              .add();
        }
      }
    }
  }
}
