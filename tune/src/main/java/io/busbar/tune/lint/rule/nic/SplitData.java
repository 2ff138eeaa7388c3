package io.busbar.tune.lint.rule.nic;

import io.busbar.base.report.Severity;
import io.busbar.tune.lint.rule.Context;
import io.busbar.tune.lint.rule.Hits;
import io.busbar.tune.lint.rule.Rule;
import io.busbar.tune.lint.rule.Settings;

/** Splitting over queue pairs when there is one. */
public final class SplitData extends Rule {
  public SplitData() {
    super("split-data");
  }

  @Override
  public void together(Settings settings, Context context, Hits out) {
    boolean one =
        settings.get("NCCL_IB_QPS_PER_CONNECTION").filter(q -> q.number().value() > 1).isEmpty();
    settings
        .get("NCCL_IB_SPLIT_DATA_ON_QPS")
        .filter(s -> one && s.number().value() == 1)
        .ifPresent(s -> out.on(this, Severity.INFO, s).add());
  }
}
