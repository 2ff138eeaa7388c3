package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Setting;

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
