package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Facts;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

/** A GID index that NCCL finds better itself, or that InfiniBand does not use. */
public final class GidIndex extends Rule {
  public GidIndex() {
    super("gid-index");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    if (!setting.is("NCCL_IB_GID_INDEX") || setting.number().value() < 0) {
      return;
    }
    Facts cluster = context.cluster();
    if (cluster != null && cluster.infiniband()) {
      out.on(this, Severity.INFO, setting)
          .variant("infiniband")
          .with("cluster", cluster.name())
          .removed()
          .add();
    } else if (context.atLeast(21)) {
      out.on(this, Severity.INFO, setting).with("version", context.version()).add();
    }
  }
}
