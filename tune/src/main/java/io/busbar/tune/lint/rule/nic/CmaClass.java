package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.formats.qos.QosState;
import io.busbar.formats.switchqos.SwitchQos;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.RoceSide;
import io.busbar.tune.lint.rule.Rule;
import java.util.Set;

/**
 * A class that cma_roce_tos gives connections of the connection manager (storage, MPI), which is
 * another than NCCL's, or one without flow control on a switch or host.
 */
public final class CmaClass extends Rule {
  public CmaClass() {
    super("cma-class");
  }

  @Override
  public void fabric(RoceSide roce, Hits out) {
    for (RoceSide.Managed managed : roce.managed()) {
      for (RoceSide.Marked mark : roce.marks()) {
        if (mark.told() && mark.dscp() != managed.dscp()) {
          out.on(this, Severity.INFO, managed.at(), managed.said())
              .with("dscp", managed.dscp())
              .with("said", mark.said())
              .with("there", mark.dscp())
              .add();
        }
      }
      roce.switches().forEach(one -> onSwitch(managed, one, out));
      onHost(managed, roce, out);
    }
  }

  private void onSwitch(RoceSide.Managed managed, SwitchQos one, Hits out) {
    int priority = one.priority(managed.dscp());
    if (!one.paused().isEmpty() && !one.paused().contains(priority)) {
      out.on(this, Severity.WARNING, managed.at(), managed.said())
          .variant("switch")
          .with("system", one.system())
          .with("map_at", RoceSide.at(one.place(managed.dscp())))
          .with("dscp", managed.dscp())
          .with("priority", priority)
          .with("paused", one.paused())
          .add();
    }
  }

  private void onHost(RoceSide.Managed managed, RoceSide roce, Hits out) {
    for (QosState nic : roce.nics()) {
      int priority = RoceSide.priority(nic, managed.dscp());
      Set<Integer> paused = RoceSide.paused(nic);
      if (nic.trust().equals("dscp") && !paused.isEmpty() && !paused.contains(priority)) {
        out.on(this, Severity.WARNING, managed.at(), managed.said())
            .variant("host")
            .with("nic_at", RoceSide.place(nic, "pfc"))
            .with("dscp", managed.dscp())
            .with("priority", priority)
            .with("paused", paused)
            .add();
        return; // one host of many that are set alike
      }
    }
  }
}
