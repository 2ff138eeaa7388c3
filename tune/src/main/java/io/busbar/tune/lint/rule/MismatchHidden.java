package io.busbar.tune.lint.rule;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.Context;
import io.busbar.tune.lint.Hits;
import io.busbar.tune.lint.Rule;
import io.busbar.tune.lint.Setting;

/** Settings that let a node with a missing NIC join silently. */
public final class MismatchHidden extends Rule {
  public MismatchHidden() {
    super("mismatch-hidden");
  }

  @Override
  public void value(Setting setting, Context context, Hits out) {
    if (setting.is("NCCL_IGNORE_NET_MISMATCH", 1)
        || setting.is("NCCL_IGNORE_COLLNET_MISMATCH", 1)) {
      out.on(this, Severity.INFO, setting).add();
    }
  }
}
