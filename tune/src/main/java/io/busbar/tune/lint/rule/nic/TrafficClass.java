package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Traffic classes taken for a DSCP, without ECN, or on InfiniBand. */
public final class TrafficClass extends Rule {
  public TrafficClass() {
    super("traffic-class");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    long tc = setting.number().value();
    boolean is = setting.is("NCCL_IB_TC") || setting.is("NCCL_IB_FIFO_TC");
    if (!is || setting.number().used() == 0 || tc <= 0 || tc > 255) {
      return;
    }
    Facts cluster = context.cluster();
    long dscp = tc >> 2;
    String variant = "";
    Severity severity = Severity.INFO;
    if (cluster != null && cluster.infiniband()) {
      variant = "infiniband";
      severity = Severity.WARNING;
    } else if (tc < 64) {
      variant = "dscp";
      severity = Severity.WARNING;
    } else if (cluster != null || context.anyCommand("mlnx_qos")) {
      return; // whether it fits is said by the rule about the hosts
    }
    out.on(this, severity, setting)
        .variant(variant)
        .with("dscp", dscp)
        .with("ecn", Integer.toBinaryString((int) (tc & 3) | 4).substring(1))
        .with("as_dscp", tc * 4 + 2)
        .with("cluster", cluster == null ? "" : cluster.name())
        .add();
  }
}
