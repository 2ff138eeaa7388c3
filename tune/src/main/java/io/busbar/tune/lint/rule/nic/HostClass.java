package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** A traffic class of NCCL that the hosts map otherwise. */
public final class HostClass extends Rule {
  public HostClass() {
    super("host-class");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    if (!setting.is("NCCL_IB_TC") || setting.number().value() <= 0) {
      return;
    }
    HostQos host = HostQos.of(context);
    int dscp = (int) (setting.number().value() >> 2);
    if (host.priorityOfDscp().isEmpty() || host.paused().isEmpty()) {
      return;
    }
    // Unmapped values keep the usual table, in which a priority is the DSCP over 8.
    int priority = host.priorityOfDscp().getOrDefault(dscp, dscp / 8);
    if (!host.paused().contains(priority)) {
      out.on(this, Severity.WARNING, setting)
          .with("dscp", dscp)
          .with("priority", priority)
          .with("paused", host.paused())
          .add();
    }
  }
}
