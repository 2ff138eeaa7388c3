package io.busbar.tune.lint.rule.fabric;

import io.busbar.base.report.Severity;
import io.busbar.formats.qos.QosState;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;

/** A DSCP of RoCE that a switch and a host give different priorities. */
public final class SwitchMap extends Rule {
  public SwitchMap() {
    super("switch-map");
  }

  @Override
  public void fabric(RoceSide roce, Hits out) {
    for (SwitchQos one : roce.switches()) {
      for (RoceSide.Marked mark : roce.marks()) {
        int there = one.priority(mark.dscp());
        for (QosState nic : roce.nics()) {
          int here = RoceSide.priority(nic, mark.dscp());
          if (nic.trust().equals("dscp") && here != there) {
            out.on(
                    this,
                    mark.told() ? Severity.CRITICAL : Severity.WARNING,
                    one.place(mark.dscp()),
                    one.system())
                .with("system", one.system())
                .with("dscp", mark.dscp())
                .with("said", mark.said())
                .with("there", there)
                .with("here", here)
                .with("nic_at", RoceSide.place(nic, "prio" + here))
                .add();
            break; // one host of many that are set alike
          }
        }
      }
    }
  }
}
