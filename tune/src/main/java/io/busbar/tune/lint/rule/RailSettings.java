package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Facts;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import io.busbar.tune.lint.Setting;

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
