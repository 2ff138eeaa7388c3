package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** Settings that send traffic across rails. */
public final class RailSettings extends Rule {
  public RailSettings() {
    super("rail-settings");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    Facts cluster = context.cluster();
    if (cluster == null || !cluster.rails()) {
      return;
    }
    if (setting.is("NCCL_PXN_DISABLE", 1)) {
      out.on(this, Severity.WARNING, setting)
          .variant("pxn")
          .with("cluster", cluster.name())
          .removed()
          .add();
    } else if (setting.is("NCCL_CROSS_NIC", 1)) {
      out.on(this, Severity.WARNING, setting).with("cluster", cluster.name()).removed().add();
    }
  }
}
